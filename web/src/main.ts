// The page begins: connect, and draw.

import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { server } from './lib/socket.svelte';

server.open();

export default mount(App, { target: document.getElementById('app')! });
