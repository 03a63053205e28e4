// Where the page is, in the part of the address behind #: views have names, games have ids.

export interface Place {
  view: string;
  /** What follows the name, as in `#/game/ID`. */
  rest: string[];
}

function read(): Place {
  const [view = '', ...rest] = location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  return { view: view || 'home', rest };
}

class Router {
  place: Place = $state(read());

  constructor() {
    addEventListener('hashchange', () => (this.place = read()));
  }
}

export const router = new Router();

/** The address of a view. */
export function href(view: string, ...rest: (string | number)[]): string {
  return '#/' + [view, ...rest].map((part) => encodeURIComponent(part)).join('/');
}

export function goTo(view: string, ...rest: (string | number)[]) {
  location.hash = href(view, ...rest);
}
