// The numbers of the search. Depths are in plies, margins in centipawns of the evaluation.
#pragma once

namespace ferz::params {

// Aspiration windows.
inline constexpr int kWindow = 14;

// Reverse futility: so far above beta nothing will change.
inline constexpr int kReverseDepth = 9;
inline constexpr int kReverseMargin = 75;
inline constexpr int kReverseImproving = 65;
// Razoring: so far below alpha only captures could help.
inline constexpr int kRazorDepth = 3;
inline constexpr int kRazorMargin = 240;
// Null move.
inline constexpr int kNullBase = 4;
inline constexpr int kNullDivisor = 4;
inline constexpr int kNullEvalDivisor = 190;
inline constexpr int kNullVerifyDepth = 14;
// A capture that beats beta by so much at lower depth will do so at full depth.
inline constexpr int kProbCutDepth = 5;
inline constexpr int kProbCutMargin = 180;

// Late quiet moves at low depth.
inline constexpr int kLateDepth = 8;
inline constexpr int kLateBase = 4;
// Futility of quiet moves.
inline constexpr int kFutilityDepth = 8;
inline constexpr int kFutilityBase = 110;
inline constexpr int kFutilityMargin = 95;
// Quiet moves of bad history.
inline constexpr int kHistoryDepth = 4;
inline constexpr int kHistoryMargin = -3500;
// Exchanges that lose so much for each ply of depth.
inline constexpr int kQuietExchange = -55;
inline constexpr int kCaptureExchange = -95;
inline constexpr int kExchangeDepth = 9;

// Singular moves.
inline constexpr int kSingularDepth = 7;
inline constexpr int kDoubleMargin = 18;

// Late-move reductions, in 1024ths of a ply.
inline constexpr double kReductionScale = 22.0 * 1.0;
inline constexpr int kHistoryPerPly = 9000;

// Quiescence.
inline constexpr int kDelta = 130;

// Learning.
inline constexpr int kBonusSlope = 170;
inline constexpr int kBonusMost = 1700;
inline constexpr int kMalusSlope = 170;
inline constexpr int kMalusMost = 1700;
inline constexpr int kCorrectionGrain = 40;

}  // namespace ferz::params
