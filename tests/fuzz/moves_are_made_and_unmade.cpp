// Any sequence of legal moves of any game: keys stay true, texts read back, and all can be taken
// back.
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace ferz;
    Bytes bytes(data, size);
    const auto& variant = games()[bytes.next() % games().size()];
    const auto board = Board::make(variant, read_fen(variant->rules(), variant->start_fen()));
    std::vector<std::string> fens;
    while (!bytes.empty() && fens.size() < 200) {
        const MoveList moves = board->moves(Want::all, Legality::legal);
        if (moves.empty()) break;
        const Move move = moves[(bytes.next() << 8 | bytes.next()) % moves.size()];
        promise(read_uci(*board, write_uci(*board, move)) == move);
        promise(read_san(*board, write_san(*board, move)) == move);
        fens.push_back(board->fen());
        board->push(move);
        promise(board->state().key == board->full_key());
        promise(board->has_legal_move() == !board->moves(Want::all, Legality::legal).empty());
        // What the text of a position does not hold, such as the game before it, does not change
        // the moves.
        const auto fresh = Board::make(variant, read_fen(variant->rules(), board->fen()));
        promise(fresh->state().key == board->state().key);
        promise(fresh->moves(Want::all, Legality::legal).size() ==
                board->moves(Want::all, Legality::legal).size());
        board->end();
    }
    for (; !fens.empty(); fens.pop_back()) {
        board->pop();
        promise(board->fen() == fens.back());
    }
    return 0;
}
