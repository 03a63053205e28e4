// What the evaluation knows of a board before any piece stands on it.
#pragma once

#include <algorithm>
#include <vector>

#include "board/tables.h"

namespace ferz {

template <class B>
struct Geometry {
    Geometry(const Rules& rules, const Tables<B>& tables);

    int squares;
    std::vector<B> zone;          // [square] of a king: its neighbors, itself, one step ahead
    std::vector<B> neighbors;     // [square]
    std::vector<B> files_beside;  // [square] the files beside its own
    std::vector<B> beside;        // [square] left and right of it
    std::vector<B> file;          // [square] all of its file
    std::vector<B> row_about;     // [square] itself and those beside it: one of each file about
    // By color and square, as a pawn of that color sees it.
    std::vector<B> ahead[2];           // the rest of its file
    std::vector<B> guards[2];          // where enemy pawns could stop or take it: three files ahead
    std::vector<B> behind[2];          // the files beside it, from its rank backward
    std::vector<B> storm[2];           // the four ranks before a king, three files wide
    std::vector<B> shelter[2];         // the next two ranks before a king, three files wide
    std::vector<uint8_t> steps[2];     // to its goal, 0 where there is none
    std::vector<uint8_t> relative[2];  // the square from that color's side
    std::vector<uint8_t> flag_distance[2];  // in king's steps, where there is a flag region
    B posts[2]{};                           // the far half, where a pawn has squares ahead
    B dark{};                               // every other square
    bool has_flag = false;
    KindSet step_pawns = 0;   // the pawns that have a structure
    KindSet bound = 0;        // the kinds that never leave their color
    bool has_danger = false;  // kings are checked and mated
    bool has_drops = false;

    int distance(int a, int b) const {
        return std::max(std::abs(files_[a] - files_[b]), std::abs(ranks_[a] - ranks_[b]));
    }

private:
    void build_square(const Tables<B>& tables, int square);
    void build_goals(const Rules& rules, const Tables<B>& tables, Color c);
    void classify_kinds(const Rules& rules, const Tables<B>& tables);

    std::vector<uint8_t> files_, ranks_;
};

}  // namespace ferz
