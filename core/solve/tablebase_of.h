// Tablebase for one type of bitboard.
#pragma once

#include <array>
#include <mutex>

#include "solve/lookup.h"
#include "solve/planner.h"
#include "solve/tablebase.h"
#include "solve/walk.h"

namespace ferz {

template <class B>
class TablebaseOf final : public Tablebase {
public:
    TablebaseOf(const std::shared_ptr<const Variant>& variant, const std::string& game);

    void plan(const Board& board) override;
    void plan_all(int men) override;
    void add(const std::string& name) override;
    const std::vector<Stage>& stages() const override { return stages_; }
    void solve(int stage, int threads, uint64_t memory_limit, const Report& report) override;
    void verify(int stage, int threads, const Report& report) override;
    void save(int stage, const std::string& path, int threads) override;
    void open(int stage, const std::string& path) override;
    void load(int stage, int threads) override;
    void release(int stage) override;
    Verdict probe_position(const PositionRef& position) const override;
    std::string longest_fen(int stage) const override;
    uint64_t unique(int stage, int threads) const override;
    Reach reach(const Board& board, int threads, const Report& report) override;

private:
    struct Block {
        std::mutex mutex;
        int table = -1;
        uint64_t number = 0;
        std::vector<uint16_t> codes;
    };
    struct Source {
        std::shared_ptr<TableFile> file;
        size_t part = 0;
    };

    const Position<B>& position_of(const Board& board) const;
    void arrange_stages();
    void count_reached(const Marks& marks, int table, Reach& result) const;
    template <class Cell>
    void solve_with(Stage& stage, int threads, const Report& report);
    template <class Cell>
    void verify_with(const Stage& stage, int threads, const Report& report);
    void note_counts(Stage& stage);
    std::string material_text(int table) const;
    std::string fen_at(int table, uint64_t index, uint8_t form = 0) const;
    int value_at(const Location& place) const;
    Strides strides_of(int table) const;
    FindPositions positions_of(int table) const;

    std::shared_ptr<const Variant> variant_;
    std::string game_;
    const Tables<B>& tables_;
    Lookup<B> lookup_;
    Planner<B> planner_;
    std::vector<Stage> stages_;
    std::vector<int> stage_of_table_;
    std::vector<Entries> entries_;
    std::vector<TableRecord> records_;
    std::vector<Source> sources_;
    mutable std::array<Block, 256> cache_;
};

}  // namespace ferz
