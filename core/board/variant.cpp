// Completes a game's rules by what its start position tells.
#include "board/variant.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "board/board.h"
#include "rules/compile.h"

namespace ferz {

std::shared_ptr<const Variant> Variant::make(const Settings& settings) {
    std::shared_ptr<Variant> variant(new Variant(settings, *compile(settings)));
    try {
        variant->learn_from_start();
        const auto shared = std::shared_ptr<const Variant>(variant);
        const Setup start = read_fen(variant->rules_, variant->rules_.start);
        const auto board = Board::make(shared, start);
        variant->start_fen_ = write_fen(variant->rules_, board->setup());
        variant->warn_of_immobile(start);
    } catch (const FenError& error) {
        throw VariantError(text(settings.source, ": start: ", error.what()));
    }
    return variant;
}

Variant::Variant(const Settings& settings, const Rules& rules)
    : settings_(settings), rules_(rules), canonical_(canonical_text(rules)) {
    const int squares = rules.size.squares();
    if (squares <= 64) tables_ = std::make_unique<Tables<B64>>(rules_);
    else if (squares <= 128) tables_ = std::make_unique<Tables<B128>>(rules_);
    else tables_ = std::make_unique<Tables<B256>>(rules_);
}

bool Variant::is_played_as(const Variant& other) const {
    return canonical_ == other.canonical_ &&
           std::equal(rules_.kinds.begin(), rules_.kinds.end(), other.rules_.kinds.begin(),
                      other.rules_.kinds.end(),
                      [](const Kind& a, const Kind& b) { return a.letter == b.letter; });
}

bool Variant::is_exotic() const {
    return with_tables([](const auto& tables) { return tables.is_exotic; });
}

// Where kings and rooks stand that may castle, and how many checks win.
void Variant::learn_from_start() {
    const Setup start = read_fen(rules_, rules_.start);
    for (Color c : {kWhite, kBlack}) rules_.checks_to_win[c] = start.checks[c];
    for (int right = 0; right < kCastlings; ++right)
        if (start.castling_rook[right] >= 0) {
            rules_.home_king_file = rules_.size.file(start.castling_king[castling_color(right)]);
            rules_.home_rook_file[right & 1] = rules_.size.file(start.castling_rook[right]);
        }
    // A king that could walk to where it castles would leave "e1g1" with two meanings.
    for (int side : {0, 1}) {
        rules_.castles_onto_rook[side] = rules_.values.chess960;
        if (!rules_.values.castling || rules_.home_king_file < 0) continue;
        const int distance = rules_.castling_file[side] - rules_.home_king_file;
        rules_.castles_onto_rook[side] |= distance == 0;
        // Black's movements are White's turned round, so that the sign of a step does not matter.
        for (const Movement& m : rules_.kinds[rules_.castling_king].movements)
            rules_.castles_onto_rook[side] |=
                m.dy == 0 && distance % m.dx == 0 &&
                (m.range == 0 || std::abs(distance / m.dx) <= m.range);
    }
}

void Variant::warn_of_immobile(const Setup& start) {
    with_tables([&](const auto& tables) {
        for (int s = 0; s < tables.squares; ++s) {
            if (start.board[s] == kNoPiece) continue;
            const int k = kind_of(start.board[s]);
            using AnyTables = std::decay_t<decltype(tables)>;
            if (!any(tables.reach(color_of(start.board[s]), k, s, AnyTables::Initial::with)))
                warnings_.push_back(text(rules_.source, ": the ", rules_.kinds[k].name, " on ",
                                         square_name(rules_.size, s), " can never move"));
        }
        return 0;
    });
}

}  // namespace ferz
