// What the compiler watches before it builds the core for good: searches of the kind that users
// ask for most. Usage: rehearsal RULES_FOLDER SCENES_FILE
#include <cstdio>
#include <exception>
#include <string>

#include "base/text.h"
#include "board/board.h"
#include "games.h"
#include "search/engine.h"

namespace ferz {

void rehearse(const char* rules, const char* scenes) {
    const auto games = read_games(rules);
    for (const std::string& line : split(file_text(scenes), '\n')) {
        if (line.empty() || line[0] == '#') continue;
        const size_t gap = line.find(' ');
        const auto variant = Variant::make(games.at(line.substr(0, gap)));
        const std::string fen =
            gap == std::string::npos ? variant->start_fen() : line.substr(gap + 1);
        Engine engine(variant, Weights(*variant), SearchParams{}, 1, 16);
        Limits limits;
        limits.nodes = 200'000;
        engine.search(*Board::make(variant, read_fen(variant->rules(), fen)), limits, nullptr);
    }
}

}  // namespace ferz

int main(int argc, char** argv) try {
    if (argc != 3) return std::fprintf(stderr, "usage: rehearsal RULES_FOLDER SCENES_FILE\n"), 2;
    ferz::rehearse(argv[1], argv[2]);
    return 0;
} catch (const std::exception& error) {
    return std::fprintf(stderr, "rehearsal: %s\n", error.what()), 1;
}
