// Planning, solving and asking tables.
#include "solve/tablebase.h"

#include <algorithm>
#include <atomic>

#include "base/error.h"
#include "base/text.h"
#include "solve/history.h"
#include "solve/retrograde.h"
#include "solve/tablebase_of.h"

namespace ferz {

std::string tables_refusal(const Rules& rules) {
    const RuleValues& v = rules.values;
    if (v.piece_drops || v.captures_to_hand) return "pieces in hand";
    if (needs_filter(v)) return "a rule that forbids moves by their effect";
    if (v.checkmate_value != Value::loss) return "a checkmate that does not lose";
    if (v.stalemate_value == Value::win || v.stalemate_piece_count)
        return "a stalemate that may win";
    if (v.extinction_value != Value::none) return "extinction";
    if (v.check_counting) return "counted checks";
    if (v.flag_move) return "a race that is decided a move later";
    // Materials would depend on each other in a circle.
    for (int k : rules.promotions)
        if (rules.promotion_pawns >> k & 1) return "a piece that promotes to one that promotes";
    return history_refusal(v);
}

std::unique_ptr<Tablebase> Tablebase::make(const std::shared_ptr<const Variant>& variant,
                                           const std::string& game) {
    if (const std::string why = tables_refusal(variant->rules()); !why.empty())
        throw SolveError(text("tables: a game with ", why, ", expected one without"));
    return variant->with_tables([&]<class B>(const Tables<B>&) -> std::unique_ptr<Tablebase> {
        return std::make_unique<TablebaseOf<B>>(variant, game);
    });
}

template <class B>
TablebaseOf<B>::TablebaseOf(const std::shared_ptr<const Variant>& variant, const std::string& game)
    : variant_(variant),
      game_(game),
      tables_(variant->tables<B>()),
      lookup_(variant->rules(), tables_),
      planner_(variant->rules(), tables_, lookup_) {}

template <class B>
const Position<B>& TablebaseOf<B>::position_of(const Board& board) const {
    return *std::get<const Position<B>*>(board.position());
}

// ---- planning ----

template <class B>
void TablebaseOf<B>::plan(const Board& board) {
    if (board.state().castling)
        throw SolveError("tables: a position with castling rights, expected one without");
    planner_.add(lookup_.material_of(position_of(board)));
    arrange_stages();
}

template <class B>
void TablebaseOf<B>::plan_all(int men) {
    planner_.add_all(men);
    arrange_stages();
}

template <class B>
void TablebaseOf<B>::add(const std::string& name) {
    Material material = lookup_.census().named(name);
    if (material.men.size() > kMaxMen) throw SolveError(text("material ", name, ": too many men"));
    for (Color turn : {kWhite, kBlack}) {
        material.turn = turn;
        lookup_.add(lookup_.canonical(material));
    }
    arrange_stages();
}

template <class B>
void TablebaseOf<B>::arrange_stages() {
    stages_ = planner_.stages(stages_);
    const auto count = static_cast<size_t>(lookup_.size());
    entries_.resize(count);
    records_.resize(count);
    sources_.resize(count);
    stage_of_table_.assign(count, -1);
    for (size_t i = 0; i < stages_.size(); ++i)
        for (int table : stages_[i].tables)
            stage_of_table_[static_cast<size_t>(table)] = static_cast<int>(i);
}

// ---- solving ----

template <class B>
template <class Cell>
void TablebaseOf<B>::solve_with(Stage& stage, int threads, const Report& report) {
    const auto run = [&]<bool kExotic>() {
        Retrograde<B, kExotic, Cell> retrograde(lookup_, entries_, stage.tables, threads);
        retrograde.solve(report);
        for (size_t side = 0; side < stage.tables.size(); ++side) {
            const auto table = static_cast<size_t>(stage.tables[side]);
            records_[table].material = material_text(stage.tables[side]);
            records_[table].size = lookup_.layout(stage.tables[side]).size();
            records_[table].counts = retrograde.finish(side);
            entries_[table].cells = retrograde.take(side);
        }
    };
    if (variant_->is_exotic()) run.template operator()<true>();
    else run.template operator()<false>();
}

template <class B>
void TablebaseOf<B>::solve(int number, int threads, uint64_t memory_limit, const Report& report) {
    Stage& stage = stages_[static_cast<size_t>(number)];
    bool is_wide = stage.cell_bytes == 2;
    if (!is_wide) try {
            solve_with<uint8_t>(stage, threads, report);
        } catch (const TooNarrow&) {
            is_wide = true;
            stage.cell_bytes = 2;
        }
    if (is_wide) {
        if (memory_limit && 2 * stage.entries > memory_limit)
            throw SolveError(text("tables: ", stage.name, " needs ", 2 * stage.entries >> 20,
                                  " MiB for its long distances, expected at most ",
                                  memory_limit >> 20));
        solve_with<uint16_t>(stage, threads, report);
    }
    note_counts(stage);
    stage.is_solved = stage.is_loaded = true;
}

template <class B>
void TablebaseOf<B>::note_counts(Stage& stage) {
    stage.counts = {};
    stage.longest_table = -1;
    for (int table : stage.tables) {
        const TableCounts& counts = records_[static_cast<size_t>(table)].counts;
        stage.counts.legal += counts.legal;
        stage.counts.won += counts.won;
        stage.counts.lost += counts.lost;
        stage.counts.drawn += counts.drawn;
        if (counts.won + counts.lost == 0) continue;
        if (stage.longest_table >= 0 && counts.longest <= stage.counts.longest) continue;
        stage.counts.longest = counts.longest;
        stage.counts.longest_at = counts.longest_at;
        stage.longest_table = table;
    }
}

template <class B>
template <class Cell>
void TablebaseOf<B>::verify_with(const Stage& stage, int threads, const Report& report) {
    const auto run = [&]<bool kExotic>() {
        Retrograde<B, kExotic, Cell> retrograde(lookup_, entries_, stage.tables, threads);
        for (size_t side = 0; side < stage.tables.size(); ++side)
            retrograde.give(side, std::move(std::get<PagedVector<Cell>>(
                                      entries_[static_cast<size_t>(stage.tables[side])].cells)));
        const auto back = [&] {
            for (size_t side = 0; side < stage.tables.size(); ++side)
                entries_[static_cast<size_t>(stage.tables[side])].cells = retrograde.take(side);
        };
        try {
            retrograde.verify(report);
        } catch (...) {
            back();
            throw;
        }
        back();
    };
    if (variant_->is_exotic()) run.template operator()<true>();
    else run.template operator()<false>();
}

template <class B>
void TablebaseOf<B>::verify(int number, int threads, const Report& report) {
    const Stage& stage = stages_[static_cast<size_t>(number)];
    const auto table = static_cast<size_t>(stage.tables[0]);
    if (std::holds_alternative<NarrowCells>(entries_[table].cells))
        verify_with<uint8_t>(stage, threads, report);
    else verify_with<uint16_t>(stage, threads, report);
}

// ---- files ----

template <class B>
std::string TablebaseOf<B>::material_text(int table) const {
    const Material& material = lookup_.layout(table).material();
    return lookup_.census().name(material) + (material.turn == kWhite ? " w" : " b");
}

template <class B>
void TablebaseOf<B>::save(int number, const std::string& path, int threads) {
    Stage& stage = stages_[static_cast<size_t>(number)];
    std::vector<TableRecord> records;
    std::vector<const Entries*> entries;
    std::vector<Strides> strides;
    for (int table : stage.tables) {
        strides.push_back(strides_of(table));
        records.push_back(records_[static_cast<size_t>(table)]);
        entries.push_back(&entries_[static_cast<size_t>(table)]);
    }
    TableFile::write(path, game_, records, entries, strides, threads);
    open(number, path);
}

template <class B>
void TablebaseOf<B>::open(int number, const std::string& path) {
    Stage& stage = stages_[static_cast<size_t>(number)];
    const auto file = std::make_shared<TableFile>(path, game_);
    bool fits = file->records().size() == stage.tables.size();
    for (size_t i = 0; fits && i < stage.tables.size(); ++i)
        fits = file->records()[i].material == material_text(stage.tables[i]) &&
               file->records()[i].size == lookup_.layout(stage.tables[i]).size();
    if (!fits) throw SolveError(text(path, ": a table of another material, expected ", stage.name));
    stage.checksum = 0;
    for (size_t i = 0; i < stage.tables.size(); ++i) {
        const auto table = static_cast<size_t>(stage.tables[i]);
        records_[table] = file->records()[i];
        sources_[table] = {file, i};
        stage.checksum ^= records_[table].checksum << i;
    }
    note_counts(stage);
    stage.file_bytes = file->bytes();
    stage.is_solved = true;
}

// The men numbered last and last but one: their neighbors stand where all others do.
template <class B>
Strides TablebaseOf<B>::strides_of(int table) const {
    const auto& groups = lookup_.layout(table).groups();
    Strides strides;
    uint64_t stride = 1;
    auto group = groups.rbegin();
    for (uint32_t& each : strides) {
        if (group != groups.rend()) stride *= (group++)->radix;
        each = static_cast<uint32_t>(std::min(stride, kBlockEntries));
    }
    return strides;
}

template <class B>
FindPositions TablebaseOf<B>::positions_of(int table) const {
    return [this, table](uint64_t first, std::span<uint8_t> is_position) {
        Position<B> position(variant_->rules(), tables_);
        for_each_position(
            lookup_.layout(table), position, first, first + is_position.size(),
            [&](uint64_t index) { is_position[index - first] = 1; },
            [&](uint64_t index) { is_position[index - first] = 0; });
    };
}

template <class B>
void TablebaseOf<B>::load(int number, int threads) {
    Stage& stage = stages_[static_cast<size_t>(number)];
    if (stage.is_loaded) return;
    for (int table : stage.tables) {
        const Source& source = sources_[static_cast<size_t>(table)];
        source.file->read(source.part, threads, positions_of(table),
                          entries_[static_cast<size_t>(table)]);
    }
    stage.is_loaded = true;
}

template <class B>
void TablebaseOf<B>::release(int number) {
    Stage& stage = stages_[static_cast<size_t>(number)];
    for (int table : stage.tables) entries_[static_cast<size_t>(table)].cells = std::monostate();
    stage.is_loaded = false;
}

// ---- asking ----

template <class B>
int TablebaseOf<B>::value_at(const Location& place) const {
    const auto table = static_cast<size_t>(place.table);
    if (entries_[table].is_loaded()) return entries_[table].at(place.index);
    const Source& source = sources_[table];
    const uint64_t number = place.index / kBlockEntries;
    Block& block = cache_[(number * 31 + table) % cache_.size()];
    const std::scoped_lock lock(block.mutex);
    if (block.table != place.table || block.number != number) {
        block.table = -1;  // should reading throw
        source.file->read_block(source.part, number, positions_of(place.table), block.codes);
        block.table = place.table;
        block.number = number;
    }
    const int code = block.codes[place.index % kBlockEntries];
    const int most = source.file->is_wide(source.part) ? Code<uint16_t>::kMaxDistance
                                                       : Code<uint8_t>::kMaxDistance;
    return code <= most ? code : kDrawn;
}

template <class B>
Verdict TablebaseOf<B>::probe_position(const PositionRef& position) const {
    const Position<B>& asked = *std::get<const Position<B>*>(position);
    if (asked.state().castling || asked.state().en_passant != kNoSquare) return {};
    const Location place = lookup_.locate(asked);
    if (place.table < 0 ||
        !stages_[static_cast<size_t>(stage_of_table_[static_cast<size_t>(place.table)])].is_solved)
        return {};
    return verdict_of(value_at(place));
}

template <class B>
std::string TablebaseOf<B>::fen_at(int table, uint64_t index, uint8_t form) const {
    Position<B> position(variant_->rules(), tables_);
    lookup_.arrange({table, index, form}, position);
    return write_fen(variant_->rules(), position.setup());
}

template <class B>
std::string TablebaseOf<B>::longest_fen(int number) const {
    const Stage& stage = stages_[static_cast<size_t>(number)];
    if (stage.longest_table < 0) return "";
    // Where only one side has a king, some tables are those of the other side's.
    const Rules& rules = variant_->rules();
    const Census<B>& census = lookup_.census();
    const Material& material = lookup_.layout(stage.longest_table).material();
    bool is_own = true;
    for (Color c : {kWhite, kBlack}) is_own &= census.kings(material, c) == rules.royal_count[c];
    const int swap = census.color_swap();
    const auto form = static_cast<uint8_t>(is_own || swap < 0 ? 0 : 4 | swap);
    return fen_at(stage.longest_table, stage.counts.longest_at, form);
}

// Every entry stands for as many positions as its table has symmetries; a position that is its own
// image under some symmetry has fewer different images than others.
template <class B>
uint64_t TablebaseOf<B>::unique(int number, int threads) const {
    uint64_t all = 0;
    for (int table : stages_[static_cast<size_t>(number)].tables) {
        const Layout<B>& layout = lookup_.layout(table);
        const KindSet kinds = lookup_.census().kinds_of(layout.material());
        std::vector<Symmetry> group;
        for (const Symmetry& each : board_symmetries(variant_->rules().size, Transposed::with))
            if (has_symmetry(variant_->rules(), kinds, each, Colors::keep)) group.push_back(each);
        const uint64_t stored = layout.has_anchor() ? lookup_.census().group_of(kinds).size() : 1;
        std::atomic<uint64_t> fixed{0};
        share(threads, layout.size(), 1 << 14, {}, [&](int, uint64_t first, uint64_t last) {
            Position<B> position(variant_->rules(), tables_);
            MenSquares squares;
            uint64_t own = 0;
            for (uint64_t index = first; index < last; ++index) {
                if (!entries_[static_cast<size_t>(table)].is_legal(index)) continue;
                layout.place(index, squares);
                position.arrange(layout.pieces(), squares.data(), layout.men(), layout.turn());
                for (const Symmetry& each : group) {
                    bool same = true;
                    for (int i = 0; same && i < layout.men(); ++i)
                        same = position.at(each.map[squares[static_cast<size_t>(i)]]) ==
                               layout.piece(i);
                    own += same;
                }
            }
            fixed += own;
        });
        all += fixed * stored / group.size();
    }
    return all;
}

// ---- walking ----

template <class B>
Reach TablebaseOf<B>::reach(const Board& board, int threads, const Report& report) {
    Walker<B> walker(lookup_, planner_, position_of(board), threads);
    if (walker.root().table < 0)
        throw SolveError("tables: a position of no table, expected a plan for it");
    walker.begin();
    Reach result;
    for (int number = stage_of_table_[static_cast<size_t>(walker.root().table)]; number >= 0;
         --number) {
        const Stage& stage = stages_[static_cast<size_t>(number)];
        if (!walker.is_reached(stage)) continue;
        walker.walk(stage, stages_, report(text("reach ", stage.name)));
        load(number, threads);
        for (int table : stage.tables) count_reached(walker.marks(table), table, result);
        walker.forget(stage);
        if (stage.file_bytes) release(number);
    }
    return result;
}

template <class B>
void TablebaseOf<B>::count_reached(const Marks& marks, int table, Reach& result) const {
    for (uint64_t index = 0; index < marks.size(); ++index) {
        const auto count = static_cast<uint64_t>(marks.count(index));
        if (count == 0) continue;
        result.positions += count;
        const int value = entries_[static_cast<size_t>(table)].at(index);
        if (value == kDrawn) {
            result.drawn += count;
            continue;
        }
        (value & 1 ? result.won : result.lost) += count;
        if (value > result.longest) {
            result.longest = value;
            result.longest_fen = fen_at(table, index, marks.form(index));
        }
    }
}

template class TablebaseOf<B64>;
template class TablebaseOf<B128>;
template class TablebaseOf<B256>;

}  // namespace ferz
