// Gives the settings of a variant their meaning on its board. Complaints are collected, so that an
// author sees all of them at once.
#include "rules/compile.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"
#include "base/text.h"

namespace ferz {
namespace {

class Compiler {
public:
    explicit Compiler(const Settings& settings)
        : in_(settings), rules_(std::make_shared<Rules>()) {}

    std::shared_ptr<const Rules> compile() {
        rules_->id = in_.id;
        rules_->name = in_.name;
        rules_->source = in_.source;
        rules_->start = in_.start;
        read_size();
        if (complaints_.empty()) {
            read_pieces();
            read_rules();
        }
        if (complaints_.empty()) {
            count_royals();
            resolve();
            check_contradictions();
        }
        if (!complaints_.empty()) throw VariantError(joined());
        normalize();
        return rules_;
    }

private:
    void complain(const std::string& what) { complaints_.push_back(what); }

    std::string joined() const {
        std::string all;
        for (const std::string& complaint : complaints_)
            all += text(all.empty() ? "" : "\n", in_.source, ": ", complaint);
        return all;
    }

    void read_size() {
        const auto check = [&](const char* what, int64_t found) {
            if (found < 1 || found > kMaxSide)
                complain(text(what, ": found ", found, ", expected 1 to ", kMaxSide));
        };
        check("files", in_.files);
        check("ranks", in_.ranks);
        if (in_.files == 1 && in_.ranks == 1) complain("board: found 1 square, expected 2 or more");
        rules_->size = {static_cast<int>(in_.files), static_cast<int>(in_.ranks)};
    }

    void read_pieces() {
        if (in_.pieces.empty()) complain("pieces: none, expected one or more");
        if (in_.pieces.size() > kMaxKinds)
            return complain(
                text("pieces: found ", in_.pieces.size(), ", expected at most ", kMaxKinds));
        for (const PieceSetting& piece : in_.pieces) read_piece(piece);
    }

    void read_piece(const PieceSetting& piece) {
        const std::string where = text("piece '", piece.name, "': ");
        Kind kind;
        kind.name = piece.name;
        kind.betza = piece.move;
        kind.royal = piece.royal;
        if (piece.letter.size() != 1 || !is_lower(piece.letter[0]))
            return complain(
                text(where, "letter ", quoted(piece.letter), ", expected one of a to z"));
        kind.letter = piece.letter[0];
        if (const int other = rules_->kind_of_letter(kind.letter); other >= 0)
            complain(text(where, "letter '", kind.letter, "' is taken by '",
                          rules_->kinds[other].name, "'"));
        if (kind.royal && rules_->royal >= 0)
            complain(text(where, "a second royal kind beside '", rules_->kinds[rules_->royal].name,
                          "', expected at most one"));
        try {
            kind.movements = read_betza(piece.move);
        } catch (const VariantError& error) {
            complain(text(where, error.what()));
        }
        kind.region[kWhite] = region(where + "region_white", piece.region_white, kWhite);
        kind.region[kBlack] = region(where + "region_black", piece.region_black, kBlack);
        if (kind.royal) rules_->royal = static_cast<int>(rules_->kinds.size());
        rules_->kinds.push_back(kind);
    }

    void read_rules() {
        for (const auto& [name, setting] : in_.rules) {
            try {
                set_rule(rules_->values, name, setting);
            } catch (const VariantError& error) {
                complain(error.what());
            }
        }
    }

    // Whether a side has a royal piece is the same in every position of a game as in its first.
    void count_royals() {
        if (rules_->royal < 0) return;
        const char letter = rules_->kinds[rules_->royal].letter;
        const std::string board = in_.start.substr(0, in_.start.find_first_of(" ["));
        for (Color c : {kWhite, kBlack}) {
            const auto count =
                std::count(board.begin(), board.end(), c == kWhite ? to_upper(letter) : letter);
            rules_->royal_count[c] = static_cast<int>(count);
            if (count > 1)
                complain(text("start: ", name_of(c), " has ", count,
                              " royal pieces, expected at most 1"));
        }
    }

    // ---- texts to meanings ----

    SquareSet rank_set(int rank) const {
        SquareSet set;
        for (int file = 0; file < rules_->size.files; ++file)
            set.set(rules_->size.square(file, rank));
        return set;
    }

    SquareSet region(const std::string& where, const std::string& written, Color color) {
        SquareSet set;
        if (written.size() > 2000) {
            complain(text(where, ": ", written.size(), " letters, expected at most 2000"));
            return set;
        }
        for (const std::string& word : words(written)) {
            if (const auto part = region_word(word, color)) set |= *part;
            else
                complain(text(where, ": ", quoted(word),
                              " is no region, expected squares like d4, ranks like *3, files like "
                              "c*, *, - or "
                              "first, second, third, last"));
        }
        return set;
    }

    std::optional<SquareSet> region_word(const std::string& word, Color color) const {
        const Size& size = rules_->size;
        const auto own = [&](int rank) { return color == kWhite ? rank : size.ranks - 1 - rank; };
        constexpr std::array kOwnRanks{"first", "second", "third"};
        for (size_t rank = 0; rank < kOwnRanks.size(); ++rank)
            if (word == kOwnRanks[rank])
                return static_cast<int>(rank) < size.ranks ? rank_set(own(static_cast<int>(rank)))
                                                           : SquareSet();
        if (word == "last") return rank_set(own(size.ranks - 1));
        if (word == "-") return SquareSet();
        SquareSet set;
        if (word == "*") {
            for (int s = 0; s < size.squares(); ++s) set.set(s);
            return set;
        }
        if (word[0] == '*') {
            const auto rank = whole_number(std::string_view(word).substr(1));
            if (!rank || *rank < 1 || *rank > size.ranks) return {};
            return rank_set(*rank - 1);
        }
        if (word.size() == 2 && word[1] == '*') {
            const int file = word[0] - 'a';
            if (!size.contains(file, 0)) return {};
            for (int rank = 0; rank < size.ranks; ++rank) set.set(size.square(file, rank));
            return set;
        }
        const auto square = read_square(size, word);
        if (!square) return {};
        set.set(*square);
        return set;
    }

    // The kinds of a set. Letters of a default that the game does not have are passed over.
    KindSet kinds(const char* rule, const PieceSet& set, const PieceSet& fallback,
                  KindSet when_empty) {
        if (set.text.empty()) return when_empty;
        if (set.text == "-") return 0;
        if (set.text == "*") return (KindSet{1} << rules_->kinds.size()) - 1;
        KindSet found = 0;
        for (size_t at = 0; at < set.text.size(); ++at) {
            const int kind = rules_->kind_of_letter(set.text[at]);
            if (kind >= 0) found |= KindSet{1} << kind;
            else if (set.text != fallback.text)
                complain(text("rule '", rule, "': no piece has the letter ", "'",
                              character_at(set.text, at), "'"));
        }
        return found;
    }

    // One kind: its number, or -1 where the text is empty or *.
    int kind(const char* rule, const PieceType& type) {
        if (type.text.empty() || type.text == "*") return -1;
        const int found = type.text.size() == 1 ? rules_->kind_of_letter(type.text[0]) : -1;
        if (found < 0)
            complain(text("rule '", rule, "': no piece has the letter ", quoted(type.text)));
        return found;
    }

    int file(const char* rule, const File& file, int when_empty) {
        if (file.text.empty()) return when_empty;
        if (file.text.size() == 1 && rules_->size.contains(file.text[0] - 'a', 0))
            return file.text[0] - 'a';
        complain(text("rule '", rule, "': found ", quoted(file.text),
                      ", expected a file from a to ",
                      static_cast<char>('a' + rules_->size.files - 1)));
        return 0;
    }

    void read_limits() {
        for (const std::string& word : words(rules_->values.promotion_limit.text)) {
            const int kind =
                word.size() > 2 && word[1] == ':' ? rules_->kind_of_letter(word[0]) : -1;
            const auto count =
                kind >= 0 ? whole_number(std::string_view(word).substr(2)) : std::nullopt;
            if (!count || *count < 1 || *count > kMaxSquares)
                complain(text("rule 'promotion_limit': found ", quoted(word),
                              ", expected letter:count as in q:1"));
            else rules_->promotion_limit[kind] = *count;
        }
    }

    void resolve() {
        Rules& r = *rules_;
        const RuleValues& v = r.values;
        const RuleValues defaults;
        const auto set = [&](const char* rule, auto member, KindSet when_empty) {
            return kinds(rule, v.*member, defaults.*member, when_empty);
        };
        r.pawns = set("pawn_types", &RuleValues::pawn_types, 0);
        r.promotion_pawns = set("promotion_pawn_types", &RuleValues::promotion_pawn_types, r.pawns);
        r.en_passant_kinds = set("en_passant_types", &RuleValues::en_passant_types, r.pawns);
        r.clock_kinds = set("n_move_rule_types", &RuleValues::n_move_rule_types, r.pawns);
        r.clock_is_final = !v.captures_to_hand;
        for (size_t k = 0; k < r.kinds.size(); ++k)
            for (const Movement& move : r.kinds[k].movements)
                if (r.clock_kinds >> k & 1) r.clock_is_final &= move.dy > 0;
        r.self_capture_kinds = set("self_capture_types", &RuleValues::self_capture_types, 0);
        r.extinction_kinds = set("extinction_piece_types", &RuleValues::extinction_piece_types, 0);
        r.extinction_counts_all = v.extinction_piece_types.text == "*";
        const KindSet promotions =
            set("promotion_piece_types", &RuleValues::promotion_piece_types, 0);
        if (v.promotion_piece_types.text == "*") {
            for (size_t k = 0; k < r.kinds.size(); ++k) r.promotions.push_back(static_cast<int>(k));
        } else {
            for (char letter : v.promotion_piece_types.text)
                if (const int k = r.kind_of_letter(letter); k >= 0)
                    if (std::find(r.promotions.begin(), r.promotions.end(), k) ==
                        r.promotions.end())
                        r.promotions.push_back(k);
        }
        if (promotions == 0) r.promotion_pawns = 0;
        // What promotes once may promote back.
        if (promotions & r.promotion_pawns) r.clock_is_final = false;
        read_limits();
        resolve_regions();
        if (v.castling) resolve_castling();
        if (v.castling_rank.number < 1 || v.castling_rank.number > r.size.ranks)
            complain(text("rule 'castling_rank': found ", v.castling_rank.number,
                          ", expected 1 to ", r.size.ranks));
        r.flag_kind = kind("flag_piece", v.flag_piece);
    }

    void resolve_regions() {
        Rules& r = *rules_;
        const RuleValues& v = r.values;
        const auto both = [&](SquareSet* out, const Region& white, const Region& black,
                              const std::string& rule) {
            out[kWhite] = region("rule '" + rule + "_white'", white.text, kWhite);
            out[kBlack] = region("rule '" + rule + "_black'", black.text, kBlack);
        };
        const auto or_else = [](const Region& own, const Region& shared) {
            return own.text.empty() ? shared : own;
        };
        both(r.promotion_region, v.promotion_region_white, v.promotion_region_black,
             "promotion_region");
        both(r.double_step_region, v.double_step_region_white, v.double_step_region_black,
             "double_step_region");
        both(r.drop_region, v.drop_region_white, v.drop_region_black, "drop_region");
        both(r.en_passant_region, or_else(v.en_passant_region_white, v.en_passant_region),
             or_else(v.en_passant_region_black, v.en_passant_region), "en_passant_region");
        both(r.flag_region, or_else(v.flag_region_white, v.flag_region),
             or_else(v.flag_region_black, v.flag_region), "flag_region");
        if (!v.double_step)
            r.double_step_region[kWhite] = r.double_step_region[kBlack] = SquareSet();
    }

    void resolve_castling() {
        Rules& r = *rules_;
        const RuleValues& v = r.values;
        r.castling_king = kind("castling_king_piece", v.castling_king_piece);
        if (v.castling_king_piece.text.empty())
            r.castling_king = r.royal >= 0 ? r.royal : r.kind_of_letter('k');
        if (r.castling_king < 0)
            complain("rule 'castling': no piece castles, expected castling_king_piece");
        r.castling_rooks = kinds("castling_rook_pieces", v.castling_rook_pieces,
                                 RuleValues().castling_rook_pieces, 0);
        if (r.castling_rooks == 0)
            complain("rule 'castling': no piece to castle with, expected castling_rook_pieces");
        r.castling_file[0] =
            file("castling_kingside_file", v.castling_kingside_file, r.size.files - 2);
        r.castling_file[1] = file("castling_queenside_file", v.castling_queenside_file, 2);
        r.castling_king_file = file("castling_king_file", v.castling_king_file, 4);
        const char last = static_cast<char>('a' + r.size.files - 1);
        if (r.castling_file[0] == 0)
            complain(text("rule 'castling_kingside_file': found 'a', expected b to ", last,
                          " (the rook lands on its left)"));
        if (r.castling_file[1] == r.size.files - 1)
            complain(text("rule 'castling_queenside_file': found '", last, "', expected a to ",
                          static_cast<char>(last - 1), " (the rook lands on its right)"));
        if (r.size.files < 4)
            complain(
                text("rule 'castling': a board of ", r.size.files, " files, expected 4 or more"));
    }

    // ---- contradictions ----

    void check_contradictions() {
        const Rules& r = *rules_;
        const RuleValues& v = r.values;
        const auto needs = [&](bool wrong, const char* what) {
            if (wrong) complain(what);
        };
        needs(v.chess960 && !v.castling, "rule 'chess960' needs castling");
        needs(v.captures_to_hand && !v.piece_drops, "rule 'captures_to_hand' needs piece_drops");
        needs(v.hand_takes == HandTakes::own && !v.self_capture,
              "rule 'hand_takes': own needs self_capture");
        needs(v.hand_takes != HandTakes::enemy && !v.captures_to_hand,
              "rule 'hand_takes' needs captures_to_hand");
        needs(v.castling_dropped_piece && !(v.castling && v.piece_drops),
              "rule 'castling_dropped_piece' needs castling and piece_drops");
        needs(v.self_capture_types.text != "*" && !v.self_capture,
              "rule 'self_capture_types' needs self_capture");
        needs(!v.checking && r.royal < 0, "rule 'checking' needs a royal piece");
        needs(v.makpong_rule && r.royal < 0, "rule 'makpong_rule' needs a royal piece");
        needs(v.check_counting && r.royal < 0, "rule 'check_counting' needs a royal piece");
        needs(v.check_counting && !v.checking, "rule 'check_counting' needs checking");
        needs(v.flag_move && r.flag_region[0].none() && r.flag_region[1].none(),
              "rule 'flag_move' needs flag_region");
        needs(v.extinction_value == Value::none && r.extinction_kinds != 0,
              "rule 'extinction_piece_types' needs extinction_value");
        needs(v.extinction_value != Value::none && r.extinction_kinds == 0,
              "rule 'extinction_value' needs extinction_piece_types");
        needs(v.n_fold_rule == 1, "rule 'n_fold_rule': found 1, expected 0 or at least 2");
        needs(v.stalemate_value == Value::none,
              "rule 'stalemate_value': found 'none', expected one of win, draw, loss");
        needs(v.checkmate_value == Value::none,
              "rule 'checkmate_value': found 'none', expected one of win, draw, loss");
        needs(v.n_fold_value == Value::none,
              "rule 'n_fold_value': found 'none', expected one of win, draw, loss");
        needs(v.stalemate_piece_count && v.stalemate_value == Value::draw,
              "rule 'stalemate_piece_count' needs a stalemate_value of win or loss");
        needs(v.double_step && !has_double_steps(),
              "rule 'double_step' needs a pawn that steps forward");
        for (int promotion : r.promotions)
            needs(promotion == r.royal,
                  "rule 'promotion_piece_types': a royal piece is no promotion");
        if (r.royal >= 0 && ((r.pawns | r.promotion_pawns) >> r.royal & 1))
            complain("rule 'pawn_types': a royal piece is no pawn");
    }

    bool has_double_steps() const {
        for (size_t k = 0; k < rules_->kinds.size(); ++k)
            for (const Movement& move : rules_->kinds[k].movements) {
                if (move.initial) return true;
                if ((rules_->pawns >> k & 1) && move.is_forward_step()) return true;
            }
        return false;
    }

    // ---- one spelling for one meaning, so that equal games have equal fingerprints ----

    void normalize() {
        RuleValues& v = rules_->values;
        const RuleValues defaults;
        if (!v.self_capture) v.hand_takes = HandTakes::enemy;
#define RULE(type, rule, default_value, meaning) normalize(#rule, v.rule, defaults.rule);
#include "rules/rules.def"
#undef RULE
    }

    template <class Plain>
    void normalize(const char*, Plain&, const Plain&) {}

    void normalize(const char* rule, PieceSet& set, const PieceSet& fallback) {
        const KindSet follow = rules_->pawns;
        const KindSet found = kinds(rule, set, fallback, follow);
        if (found == kinds(rule, fallback, fallback, follow)) {
            set = fallback;
        } else if (set.text != "*") {
            set.text = found ? "" : "-";
            for (size_t k = 0; k < rules_->kinds.size(); ++k)
                if (found >> k & 1) set.text += rules_->kinds[k].letter;
            std::sort(set.text.begin(), set.text.end());
        }
    }

    void normalize(const char*, PieceCounts& counts, const PieceCounts&) {
        counts.text = "";
        for (char letter = 'a'; letter <= 'z'; ++letter)
            if (const int k = rules_->kind_of_letter(letter); k >= 0 && rules_->promotion_limit[k])
                counts.text +=
                    text(counts.text.empty() ? "" : " ", letter, ':', rules_->promotion_limit[k]);
    }

    void normalize(const char* rule, Region& set, const Region& fallback) {
        if (set.text == fallback.text) return;
        const Color color = std::string_view(rule).ends_with("_black") ? kBlack : kWhite;
        const SquareSet found = region(rule, set.text, color);
        if (!fallback.text.empty() && found == region(rule, fallback.text, color)) {
            set = fallback;
            return;
        }
        set.text = "";
        for (int rank = 0; rank < rules_->size.ranks; ++rank) {
            const bool whole = (found & rank_set(rank)) == rank_set(rank);
            if (whole) set.text += text(set.text.empty() ? "" : " ", '*', rank + 1);
            for (int file = 0; !whole && file < rules_->size.files; ++file)
                if (const int s = rules_->size.square(file, rank); found[s])
                    set.text += text(set.text.empty() ? "" : " ", square_name(rules_->size, s));
        }
        if (set.text.empty()) set.text = "-";
    }

    void normalize(const char* rule, File& found, const File& fallback) {
        if (!rules_->values.castling) found = fallback;
        else if (std::string_view(rule) == "castling_kingside_file" &&
                 rules_->castling_file[0] == rules_->size.files - 2)
            found = fallback;
        else if (std::string_view(rule) == "castling_king_file" && rules_->castling_king_file == 4)
            found = fallback;
    }

    void normalize(const char* rule, PieceType& type, const PieceType& fallback) {
        const bool is_default_king = std::string_view(rule) == "castling_king_piece" &&
                                     rules_->royal >= 0 && rules_->castling_king == rules_->royal;
        if (is_default_king ||
            (!rules_->values.castling && std::string_view(rule) == "castling_king_piece"))
            type = fallback;
    }

    const Settings& in_;
    std::shared_ptr<Rules> rules_;
    std::vector<std::string> complaints_;
};

std::string movement_text(const Movement& m) {
    std::string modes;
    if (m.quiet) modes += 'm';
    if (m.capture) modes += 'c';
    if (m.initial) modes += 'i';
    if (m.en_passant) modes += 'e';
    if (m.lame) modes += 'n';
    if (m.hop != Hop::none) modes += m.hop == Hop::over ? 'p' : 'g';
    return text(modes, m.dx, ',', m.dy, 'x', m.range);
}

}  // namespace

std::shared_ptr<const Rules> compile(const Settings& settings) {
    return Compiler(settings).compile();
}

std::string canonical_text(const Rules& rules) {
    std::string out = text("board ", rules.size.files, ' ', rules.size.ranks, '\n');
    std::vector<std::string> pieces;
    for (const Kind& kind : rules.kinds) {
        std::string line = text("piece ", kind.letter, kind.royal ? " royal" : "");
        for (const Movement& movement : kind.movements) line += ' ' + movement_text(movement);
        for (Color c : {kWhite, kBlack})
            if (kind.region[c].count() != static_cast<size_t>(rules.size.squares())) {
                line += c == kWhite ? " white" : " black";
                for (int s = 0; s < rules.size.squares(); ++s)
                    if (kind.region[c][s]) line += ' ' + square_name(rules.size, s);
            }
        pieces.push_back(line + '\n');
    }
    std::sort(pieces.begin(), pieces.end());
    for (const std::string& piece : pieces) out += piece;
    for (const auto& [name, value] : changed_rules(rules.values))
        out += text("rule ", name, ' ', setting_text(value), '\n');
    return out;
}

}  // namespace ferz
