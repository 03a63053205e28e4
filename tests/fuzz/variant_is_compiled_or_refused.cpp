// Any settings are either a VariantError or a game that can be played a few moves.
#include "base/error.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace ferz;
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        const Settings settings = read_settings(text, "fuzz");
        const auto variant = Variant::make(settings);
        const auto board = Board::make(variant, read_fen(variant->rules(), variant->start_fen()));
        for (int ply = 0; ply < 8; ++ply) {
            const MoveList moves = board->moves(Want::all, Legality::legal);
            promise(board->state().key == board->full_key());
            promise(board->has_legal_move() == !moves.empty());
            if (moves.empty()) break;
            const Move move = moves[(size + static_cast<size_t>(ply) * 7) % moves.size()];
            promise(read_uci(*board, write_uci(*board, move)) == move);
            board->push(move);
        }
    } catch (const VariantError&) {
    }
    return 0;
}
