// The numbers of the search, by name: depths in plies, margins in centipawns. They can be changed
// for one engine, so that a match can tell what each is worth.
#pragma once

#include <array>
#include <string_view>

namespace ferz {

struct SearchParams {
    // Aspiration windows.
    int window = 14;
    // A guess at the evaluation.
    int guess_margin = 60;
    int guess_drift = 1;
    // Reverse futility.
    int reverse_depth = 9;
    int reverse_margin = 75;
    int reverse_improving = 65;
    // Razoring.
    int razor_depth = 3;
    int razor_margin = 240;
    // Null move.
    int null_depth = 3;
    int null_base = 4;
    int null_divisor = 4;
    int null_eval_divisor = 190;
    int null_verify_depth = 14;
    // Internal reduction.
    int internal_depth = 4;
    // ProbCut.
    int probcut_depth = 5;
    int probcut_margin = 260;
    // Pruning of moves.
    int late_depth = 8;
    int late_base = 8;
    int futility_depth = 9;
    int futility_base = 110;
    int futility_margin = 95;
    int futility_rest = 1;
    int exchange_depth = 10;
    int quiet_exchange = 55;
    int capture_exchange = 95;
    int self_capture_depth = 3;
    // Singular moves.
    int singular_depth = 7;
    int singular_margin = 2;
    int double_margin = 18;
    int several_cuts = 1;
    // Checks.
    int check_depth = 7;
    int check_uneven = 100;
    // Late-move reductions, in 1024ths of a ply.
    int reduction_scale = 22;
    int reduction_base = 550;
    int check_reduction = 1500;
    int near_check_reduction = 1024;
    int node_reductions = 1;
    int history_per_ply = 25000;
    // Quiescence.
    int delta = 130;
    int quiet_checks = 1;
    int recapture_plies = 5;
    // The order of moves.
    int losing_captures_last = 1;
    int self_captures_last = 1;
    // What a plain minimax does without.
    int table = 1;
    int quiescence = 1;
    int zero_windows = 1;
    int settling = 1;
    int draw_spread = 1;
    // Learning.
    int killers = 1;
    int butterflies = 1;
    int capture_history = 1;
    int continuations = 1;
    int lessons = 1;
    int lesson_slope = 8;
    int bonus_slope = 170;
    int bonus_most = 1700;
    int correction_grain = 40;
};

struct SearchParam {
    std::string_view name;
    int SearchParams::* value;
    std::string_view meaning;
    int least = 0, most = 100'000;
};

inline constexpr std::array kSearchParams{
    SearchParam{"window", &SearchParams::window, "The first width of the aspiration window.", 1},
    SearchParam{"guess_margin", &SearchParams::guess_margin,
                "How far a guess at the evaluation must be from the bounds; 0 turns guesses off."},
    SearchParam{"guess_drift", &SearchParams::guess_drift,
                "The move before tells how far off a guess usually is; 0 turns it off."},
    SearchParam{"reverse_depth", &SearchParams::reverse_depth,
                "Below this depth a score far above beta is believed; 0 turns it off."},
    SearchParam{"reverse_margin", &SearchParams::reverse_margin,
                "How far above beta, for each ply."},
    SearchParam{"reverse_improving", &SearchParams::reverse_improving,
                "Less where the evaluation rises."},
    SearchParam{"razor_depth", &SearchParams::razor_depth,
                "Up to this depth a score far below alpha is left to captures; 0 turns it off."},
    SearchParam{"razor_margin", &SearchParams::razor_margin, "How far below alpha, for each ply."},
    SearchParam{"null_depth", &SearchParams::null_depth,
                "From this depth on passing is tried; 99 turns it off."},
    SearchParam{"null_base", &SearchParams::null_base, "Plies less for the search after passing."},
    SearchParam{"null_divisor", &SearchParams::null_divisor,
                "One ply less again for each so many plies.", 1},
    SearchParam{"null_eval_divisor", &SearchParams::null_eval_divisor,
                "And for each so many centipawns above beta.", 1},
    SearchParam{"null_verify_depth", &SearchParams::null_verify_depth,
                "From this depth on a good pass is verified."},
    SearchParam{
        "internal_depth", &SearchParams::internal_depth,
        "From this depth on a node without table move is searched one ply less; 99 turns it off."},
    SearchParam{"probcut_depth", &SearchParams::probcut_depth,
                "From this depth on; 99 turns it off."},
    SearchParam{"probcut_margin", &SearchParams::probcut_margin,
                "How far above beta a capture must come."},
    SearchParam{"late_depth", &SearchParams::late_depth,
                "Up to this depth late quiet moves are left out; 0 turns it off."},
    SearchParam{"late_base", &SearchParams::late_base,
                "How many are tried at the least, half as many where the evaluation falls."},
    SearchParam{"futility_depth", &SearchParams::futility_depth,
                "Below this reduced depth hopeless quiet moves are left out; 0 turns it off."},
    SearchParam{"futility_base", &SearchParams::futility_base, "What a quiet move may gain."},
    SearchParam{"futility_margin", &SearchParams::futility_margin, "And for each ply."},
    SearchParam{"futility_rest", &SearchParams::futility_rest,
                "A hopeless one of poor history ends all but checks; 0 turns it off."},
    SearchParam{"exchange_depth", &SearchParams::exchange_depth,
                "Below this depth moves that lose material are left out; 0 turns it off."},
    SearchParam{"quiet_exchange", &SearchParams::quiet_exchange,
                "How much a quiet move may lose, for each ply."},
    SearchParam{"capture_exchange", &SearchParams::capture_exchange,
                "How much a capture may lose, for each ply."},
    SearchParam{"self_capture_depth", &SearchParams::self_capture_depth,
                "Up to this depth self-captures are left out; 0 turns it off."},
    SearchParam{"singular_depth", &SearchParams::singular_depth,
                "From this depth on; 99 turns it off."},
    SearchParam{"singular_margin", &SearchParams::singular_margin,
                "How far the others must stay behind, for each ply."},
    SearchParam{"double_margin", &SearchParams::double_margin, "How far for a second ply."},
    SearchParam{"several_cuts", &SearchParams::several_cuts,
                "What is not singular is searched less, or refuted by others; 0 turns it off."},
    SearchParam{"check_depth", &SearchParams::check_depth,
                "From this depth on a check is searched a ply deeper; 99 turns it off."},
    SearchParam{"check_uneven", &SearchParams::check_uneven,
                "Where the evaluation is further from even than this."},
    SearchParam{"reduction_scale", &SearchParams::reduction_scale,
                "Of the logarithms of depth and number; 0 turns it off.", 0, 1000},
    SearchParam{"reduction_base", &SearchParams::reduction_base, "Of every late move."},
    SearchParam{"check_reduction", &SearchParams::check_reduction, "How much less for a check."},
    SearchParam{"near_check_reduction", &SearchParams::near_check_reduction,
                "And how much less still for a check in the first plies or on the main line."},
    SearchParam{"node_reductions", &SearchParams::node_reductions,
                "More or less by what is expected of the node; 0 turns it off."},
    SearchParam{"history_per_ply", &SearchParams::history_per_ply,
                "So much history is worth a ply.", 1},
    SearchParam{"delta", &SearchParams::delta, "What a capture may gain beside its victim."},
    SearchParam{"quiet_checks", &SearchParams::quiet_checks,
                "For so many plies of quiescence quiet checks are tried, too."},
    SearchParam{"recapture_plies", &SearchParams::recapture_plies,
                "After so many plies of quiescence only taking back is tried; 99 turns it off."},
    SearchParam{"losing_captures_last", &SearchParams::losing_captures_last,
                "Captures that lose material come after the quiet moves; 0 turns it off."},
    SearchParam{"self_captures_last", &SearchParams::self_captures_last,
                "Self-captures come after other quiet moves and are reduced more; 0 turns it off."},
    SearchParam{"table", &SearchParams::table,
                "Scores of the table are believed; with 0 it only suggests moves."},
    SearchParam{"quiescence", &SearchParams::quiescence,
                "Captures are searched beyond the horizon; 0 turns it off."},
    SearchParam{
        "zero_windows", &SearchParams::zero_windows,
        "Later moves of the main line are first shown to be worse; 0 makes all nodes main."},
    SearchParam{"settling", &SearchParams::settling,
                "Plies less for the moves after one that raises alpha."},
    SearchParam{"draw_spread", &SearchParams::draw_spread,
                "So many centipawns draws differ from nothing."},
    SearchParam{"killers", &SearchParams::killers,
                "Quiet moves that refuted are tried first; 0 turns it off."},
    SearchParam{"butterflies", &SearchParams::butterflies,
                "A history of quiet moves is kept; 0 turns it off."},
    SearchParam{"capture_history", &SearchParams::capture_history,
                "A history of captures is kept; 0 turns it off."},
    SearchParam{"continuations", &SearchParams::continuations,
                "Histories of moves after moves are kept; 0 turns it off."},
    SearchParam{"lessons", &SearchParams::lessons,
                "What came of a quiet move is learned of that move, too; 0 turns it off."},
    SearchParam{"lesson_slope", &SearchParams::lesson_slope,
                "What it is praised for each centipawn by which it raised the evaluation.", 0,
                1000},
    SearchParam{"bonus_slope", &SearchParams::bonus_slope,
                "What a good move is praised, for each ply."},
    SearchParam{"bonus_most", &SearchParams::bonus_most, "At most.", 0, 16'384},
    SearchParam{"correction_grain", &SearchParams::correction_grain,
                "One centipawn of correction for so much; 0 turns it off."},
};
static_assert(sizeof(SearchParams) == kSearchParams.size() * sizeof(int), "each has its name");

}  // namespace ferz
