// Planning, solving and asking tables.
#include "solve/tablebase.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <tuple>

#include "base/error.h"
#include "base/text.h"
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
    if (v.n_fold_rule > 0 && v.n_fold_value != Value::draw) return "a repetition that is no draw";
    return {};
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
      lookup_(variant->rules(), tables_) {}

template <class B>
const Position<B>& TablebaseOf<B>::position_of(const Board& board) const {
    return *std::get<const Position<B>*>(board.position());
}

// ---- planning ----

template <class B>
void TablebaseOf<B>::plan(const Board& board) {
    if (board.state().castling)
        throw SolveError("tables: a position with castling rights, expected one without");
    add_material(lookup_.material_of(position_of(board)));
    arrange_stages();
}

template <class B>
void TablebaseOf<B>::plan_all(int men) {
    // Every kind with every number of men, kings where the rules want them.
    const Census<B>& census = lookup_.census();
    const Rules& rules = variant_->rules();
    std::vector<TypeId> free;
    std::vector<Material> begun{Material{}};
    for (Color c : {kWhite, kBlack})
        for (int i = 0; rules.royal >= 0 && i < rules.royal_count[c]; ++i) {
            std::vector<Material> next;
            for (const Material& material : begun)
                for (size_t id = 0; id < census.types().size(); ++id)
                    if (census.type(static_cast<TypeId>(id)).kind == rules.royal &&
                        census.type(static_cast<TypeId>(id)).color == c) {
                        next.push_back(material);
                        next.back().men.push_back(static_cast<TypeId>(id));
                    }
            begun = next;
        }
    for (size_t id = 0; id < census.types().size(); ++id)
        if (census.type(static_cast<TypeId>(id)).kind != rules.royal)
            free.push_back(static_cast<TypeId>(id));
    const auto extend = [&](auto&& self, Material material, size_t from) -> void {
        Material sorted = material;
        std::sort(sorted.men.begin(), sorted.men.end());
        add_material(sorted);
        if (static_cast<int>(material.men.size()) >= men) return;
        for (size_t i = from; i < free.size(); ++i) {
            Material more = material;
            more.men.push_back(free[i]);
            self(self, more, i);
        }
    };
    for (const Material& material : begun) extend(extend, material, 0);
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
std::vector<Material> TablebaseOf<B>::successors(const Material& material) const {
    const Census<B>& census = lookup_.census();
    const Rules& rules = variant_->rules();
    std::set<Material> found;
    const auto without = [](Material from, size_t i) {
        from.men.erase(from.men.begin() + static_cast<std::ptrdiff_t>(i));
        return from;
    };
    // A move within, then what captures leave, then all of these with a pawn promoted.
    std::vector<Material> moved{material};
    for (size_t i = 0; i < material.men.size(); ++i) {
        const ManType<B>& type = census.type(material.men[i]);
        if (type.kind == rules.royal) continue;
        if (type.color != material.turn || rules.values.self_capture)
            moved.push_back(without(material, i));
    }
    for (const Material& each : moved) {
        found.insert(each);
        for (size_t i = 0; i < each.men.size(); ++i) {
            const ManType<B>& type = census.type(each.men[i]);
            if (type.color != material.turn || !(rules.promotion_pawns >> type.kind & 1)) continue;
            for (int k : rules.promotions)
                for_each(tables_.promotion_region[type.color], [&](Square s) {
                    Material promoted = without(each, i);
                    const TypeId id = census.type_of(make_piece(k, type.color), s);
                    if (id == kNoType) return;
                    promoted.men.push_back(id);
                    std::sort(promoted.men.begin(), promoted.men.end());
                    found.insert(promoted);
                });
        }
    }
    std::vector<Material> next(found.begin(), found.end());
    for (Material& each : next) each.turn = ~each.turn;
    return next;
}

// En passant needs to know the last move.
template <class B>
void TablebaseOf<B>::check_passing(const Material& material) const {
    const Rules& rules = variant_->rules();
    bool passes[2] = {false, false}, takes[2] = {false, false};
    for (TypeId id : material.men) {
        const ManType<B>& type = lookup_.census().type(id);
        const auto& movements = rules.kinds[static_cast<size_t>(type.kind)].movements;
        passes[type.color] |= tables_.kind[type.color][type.kind].double_steps ||
                              std::any_of(movements.begin(), movements.end(),
                                          [](const Movement& m) { return m.initial; });
        takes[type.color] |= rules.en_passant_kinds >> type.kind & 1;
    }
    if ((passes[kWhite] && takes[kBlack]) || (passes[kBlack] && takes[kWhite]))
        throw SolveError(text("tables: ", lookup_.census().name(material),
                              " has pawns that can be taken en passant, expected none"));
}

template <class B>
void TablebaseOf<B>::add_material(const Material& material) {
    constexpr int kMostTables = 200'000;
    std::vector<Material> todo{lookup_.canonical(material)};
    while (!todo.empty()) {
        const Material next = std::move(todo.back());
        todo.pop_back();
        if (!planned_.insert(next).second) continue;
        check_passing(next);
        lookup_.add(next);
        if (lookup_.size() > kMostTables)
            throw SolveError(text("tables: more than ", kMostTables,
                                  " materials can arise, expected fewer pieces"));
        for (const Material& after : successors(next)) todo.push_back(lookup_.canonical(after));
    }
}

template <class B>
std::vector<int> TablebaseOf<B>::pair_of(int table) const {
    Material other = lookup_.layout(table).material();
    other.turn = ~other.turn;
    const int back = lookup_.find(lookup_.canonical(other));
    if (back == table) return {table};
    // The stronger side first, whichever was planned first.
    const auto order = [&](int each) {
        const Material& material = lookup_.layout(each).material();
        const auto white = std::count_if(material.men.begin(), material.men.end(), [&](TypeId id) {
            return lookup_.census().type(id).color == kWhite;
        });
        return std::tuple(-white, lookup_.census().name(material), material.turn);
    };
    return order(table) < order(back) ? std::vector{table, back} : std::vector{back, table};
}

template <class B>
void TablebaseOf<B>::arrange_stages() {
    const auto count = static_cast<size_t>(lookup_.size());
    entries_.resize(count);
    records_.resize(count);
    sources_.resize(count);
    std::vector<Stage> stages;
    std::vector<int> pawns;
    std::vector<size_t> order;
    for (int table = 0; table < lookup_.size(); ++table) {
        const std::vector<int> pair = pair_of(table);
        if (pair[0] != table) continue;
        const Material& material = lookup_.layout(table).material();
        Stage stage;
        stage.name = lookup_.census().name(material);
        stage.men = static_cast<int>(material.men.size());
        stage.tables = pair;
        int within[2] = {0, 0}, promoting = 0;
        for (TypeId id : material.men) {
            const ManType<B>& type = lookup_.census().type(id);
            promoting += variant_->rules().promotion_pawns >> type.kind & 1;
            int most = 0;
            for_each(type.home, [&](Square s) {
                most = std::max(most, popcount(tables_.reach(type.color, type.kind, s,
                                                             Tables<B>::Initial::with)));
            });
            within[type.color] += most;
        }
        if (std::max(within[0], within[1]) > Code<uint8_t>::kMaxCount) stage.cell_bytes = 2;
        for (int each : pair) stage.entries += lookup_.layout(each).size();
        // A plan may grow: what is there stays.
        for (const Stage& old : stages_)
            if (old.name == stage.name) {
                const int bytes = old.cell_bytes;
                stage = old;
                stage.cell_bytes = bytes;
            }
        order.push_back(stages.size());
        pawns.push_back(promoting);
        stages.push_back(std::move(stage));
    }
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return std::tuple(stages[a].men, pawns[a], stages[a].name) <
               std::tuple(stages[b].men, pawns[b], stages[b].name);
    });
    stages_.clear();
    stage_of_table_.assign(count, -1);
    for (size_t i : order) {
        for (int table : stages[i].tables)
            stage_of_table_[static_cast<size_t>(table)] = static_cast<int>(stages_.size());
        stages_.push_back(std::move(stages[i]));
    }
    for (size_t i = 0; i < stages_.size(); ++i) {
        std::set<int> needs;
        for (int table : stages_[i].tables)
            for (const Material& after : successors(lookup_.layout(table).material()))
                if (const int next = lookup_.find(lookup_.canonical(after)); next >= 0)
                    needs.insert(stage_of_table_[static_cast<size_t>(next)]);
        needs.erase(static_cast<int>(i));
        stages_[i].needs.assign(needs.begin(), needs.end());
    }
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
    for (int table : stage.tables) {
        records.push_back(records_[static_cast<size_t>(table)]);
        entries.push_back(&entries_[static_cast<size_t>(table)]);
    }
    TableFile::write(path, game_, records, entries, threads);
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

template <class B>
void TablebaseOf<B>::load(int number, int threads) {
    Stage& stage = stages_[static_cast<size_t>(number)];
    if (stage.is_loaded) return;
    for (int table : stage.tables) {
        const Source& source = sources_[static_cast<size_t>(table)];
        source.file->read(source.part, threads, entries_[static_cast<size_t>(table)]);
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
        source.file->read_block(source.part, number, block.codes);
        block.table = place.table;
        block.number = number;
    }
    const int code = block.codes[place.index % kBlockEntries];
    const int most = source.file->is_wide(source.part) ? Code<uint16_t>::kMaxDistance
                                                       : Code<uint8_t>::kMaxDistance;
    return code <= most ? code : kDrawn;
}

template <class B>
int TablebaseOf<B>::stage_of(const Board& board) const {
    const Location place = lookup_.locate(position_of(board));
    return place.table < 0 ? -1 : stage_of_table_[static_cast<size_t>(place.table)];
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
std::string TablebaseOf<B>::fen_at(int table, uint64_t index) const {
    const Layout<B>& layout = lookup_.layout(table);
    MenSquares squares;
    layout.place(index, squares);
    Position<B> position(variant_->rules(), tables_);
    position.arrange(layout.pieces(), squares.data(), layout.men(), layout.turn());
    return write_fen(variant_->rules(), position.setup());
}

template <class B>
std::string TablebaseOf<B>::longest_fen(int number) const {
    const Stage& stage = stages_[static_cast<size_t>(number)];
    return stage.longest_table < 0 ? "" : fen_at(stage.longest_table, stage.counts.longest_at);
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
    const Position<B>& start = position_of(board);
    const Location root = lookup_.locate(start);
    if (root.table < 0) throw SolveError("tables: a position of no table, expected a plan for it");
    std::vector<PagedVector<uint16_t>> marks(static_cast<size_t>(lookup_.size()));
    const auto marks_of = [&](int table) -> PagedVector<uint16_t>& {
        auto& cells = marks[static_cast<size_t>(table)];
        if (cells.empty()) cells.resize(lookup_.layout(table).size());
        return cells;
    };
    marks_of(root.table)[root.index] = static_cast<uint16_t>(1u << root.form);
    Reach result;
    for (int number = stage_of_table_[static_cast<size_t>(root.table)]; number >= 0; --number) {
        const Stage& stage = stages_[static_cast<size_t>(number)];
        bool is_reached = false;
        for (int table : stage.tables) is_reached |= !marks[static_cast<size_t>(table)].empty();
        if (!is_reached) continue;
        for (int table : stage.tables) marks_of(table);
        for (int need : stage.needs)
            for (int table : stages_[static_cast<size_t>(need)].tables) marks_of(table);
        std::atomic<bool> is_new{true};
        const Watch watch = report(text("reach ", stage.name));
        while (is_new.exchange(false)) {
            for (int table : stage.tables) {
                auto& cells = marks[static_cast<size_t>(table)];
                const Layout<B>& layout = lookup_.layout(table);
                share(
                    threads, cells.size(), 1 << 16, watch, [&](int, uint64_t first, uint64_t last) {
                        Position<B> position(variant_->rules(), tables_);
                        std::vector<Move> moves(tables_.max_moves + ListSink::kSlack);
                        for (uint64_t index = first; index < last; ++index) {
                            std::atomic_ref<uint16_t> cell(cells[index]);
                            const uint16_t mark = cell.load(std::memory_order_relaxed);
                            const unsigned fresh = (mark & 0xffu) & ~(mark >> 8);
                            if (fresh == 0) continue;
                            cell.fetch_or(static_cast<uint16_t>(fresh << 8),
                                          std::memory_order_relaxed);
                            is_new.store(true, std::memory_order_relaxed);
                            MenSquares squares;
                            layout.place(index, squares);
                            position.arrange(layout.pieces(), squares.data(), layout.men(),
                                             layout.turn());
                            Move* const end = legal_moves<true>(position, moves.data(), Want::all);
                            for (Move* move = moves.data(); move != end; ++move) {
                                Undo undo;
                                position.make(*move, undo);
                                const Location place = lookup_.locate(position);
                                position.unmake(*move, undo);
                                unsigned forms = 0;
                                for (unsigned left = fresh; left; left &= left - 1)
                                    forms |= 1u << (std::countr_zero(left) ^ place.form);
                                std::atomic_ref<uint16_t> there(
                                    marks[static_cast<size_t>(place.table)][place.index]);
                                if (forms & ~there.load(std::memory_order_relaxed))
                                    there.fetch_or(static_cast<uint16_t>(forms),
                                                   std::memory_order_relaxed);
                            }
                        }
                    });
            }
        }
        load(number, threads);
        for (int table : stage.tables) {
            auto& cells = marks[static_cast<size_t>(table)];
            for (uint64_t index = 0; index < cells.size(); ++index) {
                const auto count = static_cast<uint64_t>(std::popcount(cells[index] & 0xffu));
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
                    result.longest_fen = fen_at(table, index);
                }
            }
            cells = {};
        }
        if (stage.file_bytes) release(number);
    }
    return result;
}

template class TablebaseOf<B64>;
template class TablebaseOf<B128>;
template class TablebaseOf<B256>;

}  // namespace ferz
