// Tables on disk: one file a material, packed in blocks, every part checked by a sum, read through
// a memory map.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solve/codec.h"
#include "solve/entries.h"

namespace ferz {

// Tells which numbers from the first on are positions: a file keeps no others, and leaves it to
// those who know the game which these are.
using FindPositions = std::function<void(uint64_t first, std::span<uint8_t> is_position)>;

// One table of a file as it is written and read.
struct TableRecord {
    std::string material;  // as Census names it, with the side to move
    uint64_t size = 0;
    TableCounts counts;
    uint64_t checksum = 0;  // of the entries
};

inline constexpr uint64_t kBlockEntries = 4096;

// A file that is open: maps it, knows where every block is. Const calls may come from any thread.
class TableFile {
public:
    // Throws SolveError naming the file where it is damaged, of another version or another game.
    TableFile(const std::string& path, const std::string& game);
    ~TableFile();
    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;

    const std::string& path() const { return path_; }
    uint64_t bytes() const { return length_; }
    const std::vector<TableRecord>& records() const { return records_; }
    // The codes of one block, final; throws SolveError where it is damaged.
    void read_block(size_t table, uint64_t block, const FindPositions& find_positions,
                    std::vector<uint16_t>& codes) const;
    bool is_wide(size_t table) const { return parts_[table].wide; }
    // All of a table into memory.
    void read(size_t table, int threads, const FindPositions& find_positions,
              Entries& entries) const;

    // Writes to a file beside the path first: a file by that name is always whole.
    static void write(const std::string& path, const std::string& game,
                      std::vector<TableRecord>& records, const std::vector<const Entries*>& tables,
                      const std::vector<Strides>& strides, int threads);

private:
    struct Part {
        bool wide = false;
        std::vector<uint16_t> alphabet;
        Model model;
        std::vector<uint64_t> offsets;  // one more than there are blocks
        std::vector<uint32_t> sums;
    };
    void parse(const std::string& game);
    void unmap();
    [[noreturn]] void refuse(const std::string& why) const;

    std::string path_;
    const uint8_t* data_ = nullptr;
    uint64_t length_ = 0;
    std::vector<uint8_t> copy_;  // where there is no memory map
    std::vector<TableRecord> records_;
    std::vector<Part> parts_;
};

}  // namespace ferz
