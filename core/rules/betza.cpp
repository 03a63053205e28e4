// Reads Betza's notation letter by letter; whatever the grammar does not have is an error.
#include "rules/betza.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/text.h"

namespace ferz {
namespace {

struct Atom {
    char letter;
    int longer;
    int shorter;
    bool rider;
};

// K and Q stand for two atoms.
constexpr std::array kAtoms{Atom{'W', 1, 0, false}, Atom{'F', 1, 1, false}, Atom{'D', 2, 0, false},
                            Atom{'N', 2, 1, false}, Atom{'A', 2, 2, false}, Atom{'H', 3, 0, false},
                            Atom{'L', 3, 1, false}, Atom{'C', 3, 1, false}, Atom{'J', 3, 2, false},
                            Atom{'Z', 3, 2, false}, Atom{'G', 3, 3, false}, Atom{'K', 1, 0, false},
                            Atom{'K', 1, 1, false}, Atom{'R', 1, 0, true},  Atom{'B', 1, 1, true},
                            Atom{'Q', 1, 0, true},  Atom{'Q', 1, 1, true}};

bool is_vertical(char c) {
    return c == 'f' || c == 'b' || c == 'v';
}
bool is_sideways(char c) {
    return c == 'l' || c == 'r' || c == 's';
}

// Whether a direction word such as "ff", "fl" or "rh" names the octant with these signs.
bool names_octant(const std::string& word, bool upright, bool forward, bool right) {
    const char v = forward ? 'f' : 'b';
    const char s = right ? 'r' : 'l';
    if (word == std::string{v, 'h'} || word == std::string{s, 'h'}) return true;
    if (word == "hr" || word == "hl") return (word == "hr") == ((forward == right) == upright);
    if (upright)
        return word == std::string{v, v} || word == "vv" || word == std::string{s, v} ||
               word == std::string{s, 'v'};
    return word == std::string{s, s} || word == "ss" || word == std::string{v, s} ||
           word == std::string{v, 's'};
}

class Reader {
public:
    explicit Reader(std::string_view betza) : betza_(betza) {}

    std::vector<Movement> read() {
        while (at_ < betza_.size()) {
            read_modifiers();
            read_atom();
        }
        return widest();
    }

private:
    // Of movements that differ only in range, the longest says all.
    std::vector<Movement> widest() const {
        const auto covers = [](const Movement& wide, Movement narrow) {
            const bool is_longer =
                wide.range != narrow.range &&
                (wide.range == 0 || (narrow.range != 0 && wide.range > narrow.range));
            narrow.range = wide.range;
            return is_longer && wide.hop == Hop::none && wide == narrow;
        };
        std::vector<Movement> kept;
        for (const Movement& move : found_)
            if (std::none_of(found_.begin(), found_.end(),
                             [&](const Movement& other) { return covers(other, move); }))
                kept.push_back(move);
        return kept;
    }

    [[noreturn]] void fail(size_t at, const std::string& why) const {
        throw VariantError(text("move ", quoted(betza_), ": '", character_at(betza_, at),
                                "' at letter ", at + 1, " ", why));
    }

    void read_modifiers() {
        flags_.clear();
        directions_.clear();
        begin_ = at_;
        for (; at_ < betza_.size(); ++at_) {
            const char c = betza_[at_];
            if (std::string_view("mcienpg").find(c) != std::string_view::npos) {
                if (flags_.find(c) != std::string::npos) fail(at_, "is there twice");
                flags_ += c;
            } else if (is_vertical(c) || is_sideways(c) || c == 'h') {
                read_direction(c);
            } else {
                return;
            }
        }
        throw VariantError(text("move ", quoted(betza_),
                                ": ends after a modifier, expected an atom such as W or R"));
    }

    void read_direction(char c) {
        const char next = at_ + 1 < betza_.size() ? betza_[at_ + 1] : '\0';
        const bool pairs = next == c || (is_vertical(c) && is_sideways(next)) ||
                           (is_sideways(c) && is_vertical(next)) || (c != 'h' && next == 'h') ||
                           (c == 'h' && (next == 'l' || next == 'r'));
        if (c == 'h' && (!pairs || next == 'h'))
            fail(at_, "stands alone, expected fh, bh, lh, rh, hl or hr");
        directions_.push_back({{c, pairs ? next : c}, at_});
        if (pairs) ++at_;
    }

    bool flag(char c) const { return flags_.find(c) != std::string::npos; }

    void read_atom() {
        const size_t atom_at = at_;
        const char letter = betza_[at_++];
        bool known = false;
        for (const Atom& atom : kAtoms) known |= atom.letter == letter;
        if (!known)
            fail(atom_at, "is no atom or modifier, expected one of W F D N A H L C J Z G K R B Q");
        const std::optional<int> range = read_range(letter);
        check_modifiers(letter, range);
        check_directions(letter);
        for (const Atom& atom : kAtoms)
            if (atom.letter == letter) add(atom, range.value_or(atom.rider ? 0 : 1));
    }

    std::optional<int> read_range(char letter) {
        if (at_ < betza_.size() && betza_[at_] == letter) {
            ++at_;
            return 0;
        }
        size_t end = at_;
        while (end < betza_.size() && end - at_ < 2 && is_digit(betza_[end])) ++end;
        if (end == at_) return {};
        const int range = *whole_number(betza_.substr(at_, end - at_));
        at_ = end;
        return range;
    }

    void check_modifiers(char letter, std::optional<int> range) const {
        const bool slides = letter == 'R' || letter == 'B' || letter == 'Q';
        const bool rides = range.value_or(slides ? 0 : 1) != 1;
        const auto position = [&](char c) { return betza_.find(c, begin_); };
        if (flag('p') && flag('g')) fail(position('g'), "does not go with p");
        for (char c : {'p', 'g'})
            if (flag(c) && !rides) fail(position(c), "needs a rider, such as R or BB");
        if (flag('n') && (rides || std::string_view("WFK").find(letter) != std::string_view::npos))
            fail(position('n'), "needs a leap over some square, such as N or D");
        if (flag('n') && (flag('p') || flag('g'))) fail(position('n'), "does not go with p or g");
        if (flag('i') && (flag('c') || !flag('m')))
            fail(position('i'), "needs m and no c: an initial move does not capture");
        if (flag('e') && !flag('c'))
            fail(position('e'), "needs c: only a capture is made en passant");
    }

    void add(const Atom& atom, int range) {
        for (int octant = 0; octant < 8; ++octant) {
            const bool upright = octant & 1, forward = octant & 2, right = octant & 4;
            if (!is_wanted(atom, upright, forward, right)) continue;
            Movement move;
            const int vertical = upright ? atom.longer : atom.shorter;
            const int sideways = upright ? atom.shorter : atom.longer;
            move.dy = forward ? vertical : -vertical;
            move.dx = right ? sideways : -sideways;
            move.range = range;
            move.quiet = flag('m') || !flag('c');
            move.capture = flag('c') || !flag('m');
            move.initial = flag('i');
            move.en_passant = flag('e');
            move.lame = flag('n');
            move.hop = flag('p') ? Hop::over : flag('g') ? Hop::behind : Hop::none;
            found_.insert(move);
        }
    }

    static bool names(const std::string& word, const Atom& atom, bool upright, bool forward,
                      bool right) {
        // A straight atom has no half directions: fsW is f and s.
        const bool both = atom.letter == 'K' || atom.letter == 'Q';
        if (atom.shorter == 0 && !both && word[0] != word[1])
            return names_octant({word[0], word[0]}, upright, forward, right) ||
                   names_octant({word[1], word[1]}, upright, forward, right);
        return names_octant(word, upright, forward, right);
    }

    bool is_wanted(const Atom& atom, bool upright, bool forward, bool right) const {
        return directions_.empty() ||
               std::any_of(directions_.begin(), directions_.end(), [&](const Direction& direction) {
                   return names(direction.word, atom, upright, forward, right);
               });
    }

    // A pair such as sf names nothing of some atoms; it would be lost without a word.
    void check_directions(char letter) const {
        for (const Direction& direction : directions_) {
            bool found = false;
            for (const Atom& atom : kAtoms)
                for (int octant = 0; octant < 8 && atom.letter == letter; ++octant)
                    found |= names(direction.word, atom, octant & 1, octant & 2, octant & 4);
            if (!found)
                fail(direction.at, text("begins the pair ", direction.word,
                                        ", which names no direction of ", letter));
        }
    }

    struct Direction {
        std::string word;
        size_t at;
    };

    std::string_view betza_;
    size_t at_ = 0;
    size_t begin_ = 0;
    std::string flags_;
    std::vector<Direction> directions_;
    std::set<Movement> found_;
};

}  // namespace

std::vector<Movement> read_betza(std::string_view betza) {
    constexpr size_t kMost = 200;
    if (betza.size() > kMost)
        throw VariantError(
            text("move ", quoted(betza), ": ", betza.size(), " letters, expected at most ", kMost));
    return Reader(betza).read();
}

std::vector<std::pair<int, int>> lame_path(int dx, int dy) {
    const int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
    const int ax = std::abs(dx), ay = std::abs(dy);
    const int straight = std::abs(ax - ay);
    std::vector<std::pair<int, int>> path;
    int x = 0, y = 0;
    for (int step = 0; step < std::max(ax, ay) - 1; ++step) {
        const bool diagonal = step >= straight;
        x += (diagonal || ax > ay) ? sx : 0;
        y += (diagonal || ay > ax) ? sy : 0;
        path.emplace_back(x, y);
    }
    return path;
}

}  // namespace ferz
