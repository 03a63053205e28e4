// Any text is either a FenError or a position whose FEN reads back as itself.
#include "base/error.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace ferz;
    Bytes bytes(data, size);
    const auto& variant = games()[bytes.next() % games().size()];
    const std::string text = bytes.rest();
    for (const auto read : {&read_fen, &read_compact}) {
        try {
            const auto board = Board::make(variant, read(variant->rules(), text));
            const std::string fen = board->fen();
            promise(Board::make(variant, read_fen(variant->rules(), fen))->fen() == fen);
            promise(board->moves(Want::all, Legality::legal).size() <=
                    board->moves(Want::all, Legality::pseudo).size());
            board->end();
        } catch (const FenError&) {
        }
    }
    return 0;
}
