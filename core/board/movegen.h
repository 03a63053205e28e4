// The one move generator. Legality comes from masks: what answers a check, and where a pinned piece
// may go; no move is tried, but for en passant, castling and checks by hoppers.
//
// kExotic is false for games of plain pieces and chess pawns, whose code then has no trace of the
// rest.
#pragma once

#include <type_traits>

#include "board/check_seeker.h"
#include "board/checks.h"
#include "board/outcome.h"
#include "board/position.h"
#include "board/sinks.h"

namespace ferz {

enum class Want { all, captures, quiets };
enum class Legality { legal, pseudo };

// Inlined wherever they are called, its larger functions would crowd the search out of the cache of
// instructions: those that are called seldom, or from several places, are kept apart.
template <class B, bool kExotic, class Sink>
class Generator {
public:
    Generator(const Position<B>& position, const Checks<B>& checks, Sink& sink, Want want,
              Legality legality)
        : position_(position),
          tables_(position.tables()),
          rules_(position.rules()),
          checks_(checks),
          sink_(sink),
          want_(want),
          is_pseudo_(legality == Legality::pseudo),
          us_(position.turn()),
          own_(position.pieces(us_)),
          occupied_(position.occupied()),
          king_(position.king(us_)) {
        const B enemy = occupied_ & ~own_;
        wanted_ = want == Want::all        ? tables_.board
                  : want == Want::captures ? occupied_
                                           : B(tables_.board & ~occupied_);
        prey_[0] = enemy;
        prey_[1] = king_ < 0 ? occupied_ : B(occupied_ & ~bit<B>(king_));
    }

    void run() {
        run_with([&](const B& targets) { moves_of_others(targets); });
    }

    // The same for quiet moves, where a generator of captures has kept their targets.
    void run_kept(const KeptTargets<B>& kept) {
        run_with([&](const B& targets) { moves_kept(kept, targets); });
    }

    // Moves of a stage, few of which do not give check: all that do, but castling and promotions.
    void run_checks(const CheckSeeker<B>& seeker) {
        const B targets = checks_.mask & wanted_;
        const bool may_drop = rules_.values.piece_drops && want_ != Want::captures;
        for (int k = 0; k < tables_.kinds; ++k) {
            if (k == rules_.royal) continue;
            const B direct = targets & seeker.direct(k);
            moves_of_kind(k, direct);
            if (may_drop && position_.hand(us_, k) > 0) drops_of(k, direct);
        }
        own_ &= seeker.screens();
        if (!any(own_)) return;
        for (int k = 0; k < tables_.kinds; ++k)
            if (k != rules_.royal) moves_of_kind(k, B(targets & ~seeker.direct(k)));
        if (king_ >= 0 && has(own_, king_)) king_moves();
    }

    // The same for quiet moves without drops, where a generator of captures has kept their targets.
    void run_kept_checks(const CheckSeeker<B>& seeker, const KeptTargets<B>& kept) {
        checks_kept(kept, [&](int k) { return seeker.direct(k); });
        own_ &= seeker.screens();
        if (!any(own_)) return;
        checks_kept(kept, [&](int k) { return B(~seeker.direct(k)); });
        if (king_ >= 0 && has(own_, king_)) king_moves();
    }

    // At most the moves of the piece that a move belongs to, among them that move if it is legal.
    void run_for(Move move) {
        if (move.is(MoveKind::castle)) {
            if (position_.castling_rights(us_) && !any(checks_.checkers)) castling();
        } else if (move.is(MoveKind::drop)) {
            if (position_.hand(us_, move.piece()) > 0 && rules_.values.piece_drops)
                drops_of(move.piece(), B(checks_.mask & bit<B>(move.to())));
        } else if (move.is(MoveKind::en_passant)) {
            if (position_.state().en_passant != kNoSquare) en_passant();
        } else if (move.from() == king_) {
            wanted_ &= bit<B>(move.to());
            king_moves();
        } else if (has(own_, move.from())) {
            own_ = bit<B>(move.from());
            moves_of_kind(kind_of(position_.at(move.from())), checks_.mask);
        }
    }

private:
    static constexpr bool kKeeps = std::is_base_of_v<KeepingSink<B>, Sink>;

    template <class Others>
    void run_with(Others moves_of_others) {
        if (any(checks_.mask)) {
            const B targets = checks_.mask & wanted_;
            moves_of_others(targets);
            if (position_.hand_kinds(us_) && rules_.values.piece_drops && want_ != Want::captures)
                drops(targets);
        }
        if (position_.state().en_passant != kNoSquare && want_ != Want::quiets) en_passant();
        if (king_ >= 0) king_moves();
        if (position_.castling_rights(us_) && want_ != Want::captures && !any(checks_.checkers))
            castling();
    }

    const B& prey(int k) const {
        return prey_[rules_.values.self_capture && (rules_.self_capture_kinds >> k & 1)];
    }

    // Of all kinds but the royal one.
    void moves_of_others(const B& targets) {
        const B own = own_ & prey_[1];  // all but the king
        const B open[2] = {B(targets & (prey_[0] | ~occupied_)),
                           B(targets & (prey_[1] | ~occupied_))};
        const KindSet self_capturing = rules_.values.self_capture ? rules_.self_capture_kinds : 0;
        // A copy, which stays in registers: what is written could be anything, for all the
        // compiler knows.
        Sink sink = sink_;
        const int kinds = tables_.kinds;
        for (int k = 0; k < kinds && !sink.is_full(); ++k) {
            const B all = own & position_.kind(k);
            if (!any(all)) continue;
            const KindTables<B>& t = tables_.kind[us_][k];
            if (is_plain(t)) {
                plain_moves(sink, t, all, open[self_capturing >> k & 1]);
            } else {
                if constexpr (kKeeps) sink.keep_odd(k);
                sink_ = sink;
                odd_moves(k, t, all, targets);
                sink = sink_;
            }
        }
        sink_ = sink;
    }

    void moves_kept(const KeptTargets<B>& kept, const B& targets) {
        const B own = own_ & prey_[1];
        Sink sink = sink_;
        for (const auto& entry : kept) {
            if (!entry.is_odd()) {
                sink.moves(entry.from(), B(entry.reach & targets));
            } else {
                const int k = entry.kind();
                sink_ = sink;
                odd_moves(k, tables_.kind[us_][k], B(own & position_.kind(k)), targets);
                sink = sink_;
            }
        }
        sink_ = sink;
    }

    // Of the pieces in question, to where their kind is wanted.
    template <class Wanted>
    void checks_kept(const KeptTargets<B>& kept, Wanted wanted) {
        const B targets = checks_.mask & wanted_;
        for (const auto& entry : kept) {
            if (entry.is_odd()) {
                moves_of_kind(entry.kind(), B(targets & wanted(entry.kind())));
            } else if (const Square from = entry.from(); has(own_, from)) {
                const int k = kind_of(position_.at(from));
                sink_.moves(from, B(entry.reach & targets & wanted(k)));
            }
        }
    }

    void moves_of_kind(int k, const B& targets) {
        const KindTables<B>& t = tables_.kind[us_][k];
        const B all = own_ & position_.kind(k);
        if (!any(all) || !any(targets)) return;
        if (!is_plain(t)) return odd_moves(k, t, all, targets);
        const B open = targets & (prey(k) | ~occupied_);
        if (!any(open)) return;
        Sink sink = sink_;
        plain_moves(sink, t, all, open);
        sink_ = sink;
    }

    static bool is_plain(const KindTables<B>& t) { return kExotic ? t.is_plain : !t.is_step_pawn; }

    void plain_moves(Sink& sink, const KindTables<B>& t, const B& all, const B& open) const {
        for_each_of_few(B(all & ~checks_.pinned),
                        [&](Square from) { go(sink, from, plain_targets(t, from), open); });
        if (checks_.pins > 0) sink = pinned_moves(sink, t, B(all & checks_.pinned), open);
    }

    __attribute__((noinline)) Sink pinned_moves(Sink sink, const KindTables<B>& t, const B& pinned,
                                                const B& open) const {
        for_each(pinned, [&](Square from) {
            go(sink, from, B(plain_targets(t, from) & checks_.allowed(from)), open);
        });
        return sink;
    }

    static void go(Sink& sink, Square from, const B& reach, const B& open) {
        sink.moves(from, B(reach & open));
        if constexpr (kKeeps) sink.keep(from, reach);
    }

    void odd_moves(int k, const KindTables<B>& t, const B& all, const B& targets) {
        if (t.is_step_pawn) {
            step_pawns(k, t, B(all & ~checks_.pinned), targets);
            if (checks_.pins > 0)
                for_each(B(all & checks_.pinned), [&](Square from) {
                    step_pawns(k, t, bit<B>(from), B(targets & checks_.allowed(from)));
                });
        } else if constexpr (kExotic) {
            for_each(all, [&](Square from) {
                const bool is_pinned = has(checks_.pinned, from);
                exotic_moves(k, t, from, is_pinned ? B(targets & checks_.allowed(from)) : targets);
            });
        }
    }

    B plain_targets(const KindTables<B>& t, Square from) const {
        B targets = t.leaps[from];
        if (t.orthogonal) targets |= tables_.sliders.orthogonal(from, occupied_);
        if (t.diagonal) targets |= tables_.sliders.diagonal(from, occupied_);
        return targets;
    }

    // ---- chess pawns, all at once ----

    void step_pawns(int k, const KindTables<B>& t, const B& pawns, const B& targets) {
        if (us_ == kWhite) step_pawns_of<kWhite>(k, t, pawns, targets);
        else step_pawns_of<kBlack>(k, t, pawns, targets);
    }

    template <Color kUs>
    static B forward(const B& pawns, int by) {
        return kUs == kWhite ? shifted_up(pawns, by) : shifted_down(pawns, by);
    }

    template <Color kUs>
    __attribute__((noinline)) void step_pawns_of(int k, const KindTables<B>& t, const B& pawns,
                                                 const B& targets) {
        const int width = tables_.size.files;
        const int sign = kUs == kWhite ? 1 : -1;
        if (const B free = targets & tables_.board & ~occupied_; any(free)) {
            const B one = forward<kUs>(pawns, width) & ~occupied_;
            advance(t, B(one & free), sign * width, MoveKind::normal);
            if (t.double_steps) {
                const B first = forward<kUs>(B(pawns & tables_.double_step_region[kUs]), width);
                advance(t, B(forward<kUs>(B(first & ~occupied_), width) & free), 2 * sign * width,
                        MoveKind::double_step);
            }
        }
        // One file over is one square less or more than a rank; on a single file there is none.
        const B& far_side = kUs == kWhite ? tables_.left_file : tables_.right_file;
        const B& near_side = kUs == kWhite ? tables_.right_file : tables_.left_file;
        if (const B taken = prey(k) & targets; any(taken) && width > 1) {
            advance(t, B(forward<kUs>(B(pawns & ~far_side), width - 1) & taken), sign * (width - 1),
                    MoveKind::normal);
            advance(t, B(forward<kUs>(B(pawns & ~near_side), width + 1) & taken),
                    sign * (width + 1), MoveKind::normal);
        }
    }

    void advance(const KindTables<B>& t, const B& targets, int delta, MoveKind kind) {
        if (!any(targets)) return;
        if (!t.promotes) return sink_.shifted(B(targets & t.landing), delta, kind);
        const B& zone = tables_.promotion_region[us_];
        const B promoting = targets & zone;
        sink_.shifted(staying(t, targets), delta, kind);
        if (any(promoting))
            for_each(promoting,
                     [&](Square to) { promote(static_cast<Square>(to - delta), bit<B>(to)); });
    }

    // The targets on which a piece that may promote need not.
    B staying(const KindTables<B>& t, const B& targets) const {
        const B landing = targets & t.landing;
        return rules_.values.mandatory_pawn_promotion ? B(landing & ~tables_.promotion_region[us_])
                                                      : landing;
    }

    __attribute__((noinline)) void promote(Square from, const B& targets) {
        for (int k : rules_.promotions) {
            const int limit = rules_.promotion_limit[k];
            if (limit && popcount(position_.pieces(us_, k)) >= limit) continue;
            sink_.moves(from, targets, MoveKind::promotion, k);
        }
    }

    // ---- everything else that moves ----

    // Where a piece may go that moves unlike it captures, hops, or rides otherwise than a queen.
    B exotic_targets(int k, const KindTables<B>& t, Square from) const {
        const B empty = ~occupied_;
        const B open[4] = {B{}, empty, prey(k), B(empty | prey(k))};
        B targets = (t.quiet_leaps[from] & empty) | (t.capture_leaps[from] & prey(k));
        if (t.orthogonal) targets |= tables_.sliders.orthogonal(from, occupied_) & open[3];
        if (t.diagonal) targets |= tables_.sliders.diagonal(from, occupied_) & open[3];
        for (const Line<B>& line : t.lines)
            if (!line.initial)
                targets |= Position<B>::line_targets(line, from, occupied_) &
                           open[line.quiet + 2 * line.capture];
        for (const LameLeap<B>& leap : t.lame_leaps)
            if (!leap.initial && !any(B(leap.path[from] & occupied_)))
                targets |= leap.target[from] & open[leap.quiet + 2 * leap.capture];
        return targets;
    }

    // Moves marked i never capture.
    B marked_initial_targets(const KindTables<B>& t, Square from) const {
        B targets = t.initial_leaps[from];
        for (const Line<B>& line : t.lines)
            if (line.initial) targets |= Position<B>::line_targets(line, from, occupied_);
        for (const LameLeap<B>& leap : t.lame_leaps)
            if (leap.initial && !any(B(leap.path[from] & occupied_))) targets |= leap.target[from];
        return targets & ~occupied_;
    }

    B initial_targets(const KindTables<B>& t, Square from) const {
        B targets = marked_initial_targets(t, from);
        if (t.double_steps) {
            const B pawn = bit<B>(from), empty = tables_.board & ~occupied_;
            const int width = tables_.size.files;
            targets |= us_ == kWhite
                           ? shifted_up(B(shifted_up(pawn, width) & empty), width) & empty
                           : shifted_down(B(shifted_down(pawn, width) & empty), width) & empty;
        }
        return targets;
    }

    void exotic_moves(int k, const KindTables<B>& t, Square from, const B& open) {
        const B usual = exotic_targets(k, t, from);
        B initial{};
        if (has(tables_.double_step_region[us_], from)) initial = initial_targets(t, from) & ~usual;
        land(t, from, B(usual & open & t.region), MoveKind::normal);
        initial &= open & t.region;
        if (!any(initial)) return;
        // Only a move of two squares passes exactly one, which the enemy may capture on.
        B doubles{};
        for_each(initial, [&](Square to) {
            const int dx = std::abs(tables_.size.file(to) - tables_.size.file(from));
            const int dy = std::abs(tables_.size.rank(to) - tables_.size.rank(from));
            if (dx % 2 == 0 && dy % 2 == 0 && std::max(dx, dy) == 2) doubles |= bit<B>(to);
        });
        land(t, from, doubles, MoveKind::double_step);
        land(t, from, B(initial & ~doubles), MoveKind::normal);
    }

    void land(const KindTables<B>& t, Square from, const B& targets, MoveKind kind) {
        if (!any(targets)) return;
        if (!t.promotes) return sink_.moves(from, B(targets & t.landing), kind);
        sink_.moves(from, staying(t, targets), kind);
        promote(from, B(targets & tables_.promotion_region[us_]));
    }

    // ---- the special moves ----

    void drops(const B& targets) {
        for (KindSet kinds = position_.hand_kinds(us_); kinds; kinds &= kinds - 1)
            drops_of(std::countr_zero(kinds), targets);
    }

    void drops_of(int k, const B& targets) {
        sink_.moves(0, B(targets & tables_.kind[us_][k].drops & ~occupied_), MoveKind::drop, k);
    }

    __attribute__((noinline)) void en_passant() {
        const Square target = position_.state().en_passant;
        for_each(position_.en_passant_takers(target), [&](Square from) {
            const Move move(from, target, MoveKind::en_passant);
            if (is_pseudo_ || position_.is_safe_after(move)) sink_.one(move);
        });
    }

    void king_moves() {
        const KindTables<B>& t = tables_.kind[us_][rules_.royal];
        const auto from = static_cast<Square>(king_);
        B targets;
        if (!kExotic || t.is_plain) {
            targets = plain_targets(t, from) & (prey(rules_.royal) | ~occupied_);
        } else {
            targets = exotic_targets(rules_.royal, t, from);
            if (has(tables_.double_step_region[us_], from))
                targets |= marked_initial_targets(t, from);
            targets &= t.landing;
        }
        targets &= wanted_;
        if (!any(targets)) return;
        if (is_pseudo_) return sink_.moves(from, targets);
        safe_king_moves(from, targets);
    }

    __attribute__((noinline)) void safe_king_moves(Square from, const B& targets) {
        B safe{};
        const B without_king = occupied_ & ~bit<B>(from);
        for_each(targets, [&](Square to) {
            if (!is_attacked(to, without_king)) safe |= bit<B>(to);
        });
        sink_.moves(from, safe);
    }

    // Whether the enemy attacks a square on which the king would stand, taking what is there.
    bool is_attacked(Square to, const B& occupied) const {
        if constexpr (kExotic) {
            const B after = occupied | bit<B>(to);
            return any(B(position_.attackers(to, ~us_, after) & ~bit<B>(to)));
        }
        if (any(position_.leapers_to(to, ~us_))) return true;
        const B orthogonal = position_.orthogonal_riders(~us_) & tables_.orthogonal_lines[to];
        if (any(orthogonal) && any(B(orthogonal & tables_.sliders.orthogonal(to, occupied))))
            return true;
        const B diagonal = position_.diagonal_riders(~us_) & tables_.diagonal_lines[to];
        return any(diagonal) && any(B(diagonal & tables_.sliders.diagonal(to, occupied)));
    }

    __attribute__((noinline)) void castling() {
        for (unsigned rights = position_.castling_rights(us_); rights; rights &= rights - 1) {
            const int record = std::countr_zero(rights);
            const Castling<B>& c = position_.castling(record);
            if (any(B(c.empty & occupied_))) continue;
            const Move move(c.king_from, c.king_to, MoveKind::castle, record);
            if (!is_pseudo_ && c.king_from == king_ && !is_castling_safe(c, move)) continue;
            sink_.one(move);
        }
    }

    bool is_castling_safe(const Castling<B>& c, Move move) const {
        // Masks know nothing of hoppers, which may be giving check.
        bool safe = position_.is_safe_after(move) && !checks_.by_hopper;
        for_each(c.path,
                 [&](Square s) { safe = safe && !any(position_.attackers(s, ~us_, occupied_)); });
        return safe;
    }

    const Position<B>& position_;
    const Tables<B>& tables_;
    const Rules& rules_;
    const Checks<B>& checks_;
    Sink& sink_;
    Want want_;
    bool is_pseudo_;
    Color us_;
    B own_;
    B occupied_;
    int king_;
    B wanted_;
    B prey_[2];  // what may be taken: the enemy, or anything but the own king
};

}  // namespace ferz
