// Which materials can arise, and in which order their tables can be solved.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "solve/entries.h"
#include "solve/lookup.h"

namespace ferz {

// The tables of one material: both sides to move, solved together.
struct Stage {
    std::string name;
    int men = 0;
    std::vector<int> tables;
    std::vector<int> needs;  // the stages that its captures and promotions lead to
    uint64_t entries = 0;
    int cell_bytes = 1;  // what it takes, as far as is known before
    bool is_solved = false;
    bool is_loaded = false;
    uint64_t file_bytes = 0;
    TableCounts counts;  // of all its tables; longest_at is of the table below
    int longest_table = -1;
    uint64_t checksum = 0;
};

template <class B>
class Planner {
public:
    Planner(const Rules& rules, const Tables<B>& tables, Lookup<B>& lookup)
        : rules_(rules), tables_(tables), lookup_(lookup) {}

    // Adds a material and all that can become of it to the lookup. Throws SolveError where that
    // is too much, or where pawns could be taken en passant.
    void add(const Material& material);
    // The same for every material of so many men at most, kings as the rules want them.
    void add_all(int men);
    // What one move of the side to move can make of a material, itself included.
    std::vector<Material> successors(const Material& material) const;
    // Every table of the lookup in one stage; those that are known already stay as they are.
    std::vector<Stage> stages(const std::vector<Stage>& known) const;

private:
    std::vector<Material> kings_alone() const;
    void check_passing(const Material& material) const;
    std::vector<int> pair_of(int table) const;
    Stage stage_of(const std::vector<int>& pair) const;
    int promoting(const Material& material) const;

    const Rules& rules_;
    const Tables<B>& tables_;
    Lookup<B>& lookup_;
    std::set<Material> planned_;  // with all that can become of them
};

}  // namespace ferz
