// What the compiler watches before it builds the core for good: searches of the kind that users
// ask for most. Usage: rehearsal RULES_FOLDER SCENES_FILE
#include <cstdio>
#include <string>

#include "base/text.h"
#include "board/board.h"
#include "games.h"
#include "search/engine.h"

int main(int argc, char** argv) {
    using namespace ferz;
    if (argc != 3) return std::printf("usage: rehearsal RULES_FOLDER SCENES_FILE\n"), 2;
    const auto games = read_games(argv[1]);
    for (const std::string& line : split(file_text(argv[2]), '\n')) {
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
    return 0;
}
