// Piece values and exchanges.
#include "board.h"
#include "eval/see.h"

namespace ferz {
namespace {

constexpr int64_t kMaxValue = 1'000'000;

using GivenValues = std::map<std::string, int64_t>;

int kind_named(const Rules& rules, std::string_view letter) {
    const int kind = letter.size() == 1 ? rules.kind_of_letter(letter[0]) : -1;
    if (kind >= 0) return kind;
    std::string letters;
    for (const Kind& known : rules.kinds) letters += std::string(" ") + known.letter;
    throw nb::value_error(
        text("values: found ", quoted(letter), ", expected a letter of the game:", letters)
            .c_str());
}

// The automatic values, but for those that are given; they count in hand as on the board.
PieceValues values_of(const Rules& rules, const std::optional<GivenValues>& given) {
    PieceValues values = automatic_values(rules);
    if (!given) return values;
    for (const auto& [letter, value] : *given) {
        const int kind = kind_named(rules, letter);
        if (value < -kMaxValue || value > kMaxValue)
            throw nb::value_error(text("values: found ", value, " for '", letter, "', expected ",
                                       -kMaxValue, " to ", kMaxValue)
                                      .c_str());
        values.board[kind] = static_cast<int>(value);
        if (rules.values.piece_drops) values.hand[kind] = values.board[kind];
    }
    return values;
}

int exchange_value(const PyBoard& board, const MoveText& text,
                   const std::optional<GivenValues>& given) {
    const ExchangeValues values(board->rules(), values_of(board->rules(), given));
    const Move move = move_of(board, text);
    return std::visit([&](const auto* position) { return see(*position, move, values); },
                      board->position());
}

}  // namespace

void bind_eval(nb::module_& module) {
    module.def(
        "piece_values",
        [](const std::shared_ptr<Variant>& variant) {
            const PieceValues values = automatic_values(variant->rules());
            nb::dict out;
            for (size_t k = 0; k < variant->rules().kinds.size(); ++k)
                out[std::string(1, variant->rules().kinds[k].letter).c_str()] = values.board[k];
            return out;
        },
        nb::arg("variant"), nb::sig("def piece_values(variant: Variant) -> dict[str, int]"),
        "What pieces are worth by their mean mobility on the board, in centipawns, by letter.");
    module.def(
        "see", &exchange_value, nb::arg("board"), nb::arg("move"), nb::arg("values") = nb::none(),
        "What a legal move, given as Move, UCI or SAN, is worth in centipawns to the side that "
        "makes it if both sides then only take on its target square and may stop. Values are by "
        "letter; what is missing is as in piece_values.");
}

}  // namespace ferz
