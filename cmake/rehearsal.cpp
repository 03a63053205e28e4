// What the compiler watches before it builds the core for good: searches of the kind that users
// ask for most. Usage: rehearsal RULES_FOLDER
#include <cstdio>
#include <string>

#include "board/board.h"
#include "games.h"
#include "search/engine.h"

namespace {

// Openings, middle games and endgames of the common games; an empty one is the start.
struct Scene {
    const char* game;
    const char* fen;
};

constexpr Scene kScenes[] = {
    {"chess", ""},
    {"chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
    {"chess", "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN1P/PP1N1PP1/R2QK2R w KQ - 0 10"},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {"chess", "3r2k1/p4ppp/1p2r3/2p1P3/5P2/1P4P1/P4K1P/3RR3 w - - 0 28"},
    {"selfcapture", ""},
    {"crazyhouse", "r2qk2r/ppp2ppp/2np1n2/4p3/2B1P3/3P1N2/PPP2PPP/R1BQ1RK1[BNbp] w kq - 0 9"},
    {"3check", ""},
    {"kingofthehill", ""},
    {"racingkings", ""},
    {"capablanca", ""},
    {"capablanca",
     "r1abqk1cnr/pp1pbppppp/2n1p5/2p7/3P2P3/2N2N4/PPP1PP1PPP/R1ABQKBC1R w KQkq - 0 6"},
    {"gothic", ""},
    {"gothic", "r1bqckab1r/pppp1ppppp/2n4n2/4p5/4P5/2N4N2/PPPP1PPPPP/R1BQCKAB1R w KQkq - 0 4"},
    {"capablanca", "r4k3r/p2pp1pp1p/n1p2p1np1/10/4P1P2P/2N2P1N2/1PPP3PPR/R4K4 w Qkq - 0 15"},
    {"capahouse", ""},
    {"gothic-selfhouse", ""},
};

}  // namespace

int main(int argc, char** argv) {
    using namespace ferz;
    if (argc != 2) return std::printf("usage: rehearsal RULES_FOLDER\n"), 2;
    const auto games = read_games(argv[1]);
    for (const Scene& scene : kScenes) {
        const auto variant = Variant::make(games.at(scene.game));
        const std::string fen = *scene.fen ? scene.fen : variant->start_fen();
        Engine engine(variant, Weights(*variant), SearchParams{}, 1, 16);
        Limits limits;
        limits.nodes = 200'000;
        engine.search(*Board::make(variant, read_fen(variant->rules(), fen)), limits, nullptr);
    }
    return 0;
}
