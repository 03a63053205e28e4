// Writing and reading table files.
#include "solve/table_file.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "solve/crew.h"
#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define FERZ_HAS_MMAP 1
#endif

namespace ferz {
namespace {

// The first bytes of a file; the digit is the version.
constexpr char kMagic[8] = {'f', 'e', 'r', 'z', 't', 'a', 'b', '2'};

class Sum {
public:
    void add(uint64_t value) { sum_ = mixed(sum_ + 0x9e3779b97f4a7c15ULL) ^ mixed(value); }
    void add(std::span<const uint8_t> bytes) {
        for (size_t i = 0; i < bytes.size(); i += 8) {
            uint64_t word = 0;
            std::memcpy(&word, bytes.data() + i, std::min<size_t>(8, bytes.size() - i));
            add(word);
        }
        add(bytes.size());
    }
    uint64_t value() const { return sum_; }

private:
    uint64_t sum_ = 0;
};

uint32_t block_sum(std::span<const uint8_t> bytes) {
    Sum sum;
    sum.add(bytes);
    return static_cast<uint32_t>(sum.value());
}

class ByteWriter {
public:
    template <class T>
    void number(T value) {
        for (size_t i = 0; i < sizeof(T); ++i)
            bytes.push_back(static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i)));
    }
    void word(const std::string& text) {
        number(static_cast<uint32_t>(text.size()));
        bytes.insert(bytes.end(), text.begin(), text.end());
    }
    void append(std::span<const uint8_t> more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
    }
    std::vector<uint8_t> bytes;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}
    template <class T>
    T number() {
        uint64_t value = 0;
        if (!needs(sizeof(T))) return T{};
        for (size_t i = 0; i < sizeof(T); ++i) value |= uint64_t{bytes_[at_ + i]} << (8 * i);
        at_ += sizeof(T);
        return static_cast<T>(value);
    }
    std::string word() {
        const auto length = number<uint32_t>();
        if (!needs(length)) return {};
        std::string text(reinterpret_cast<const char*>(bytes_.data()) + at_, length);
        at_ += length;
        return text;
    }
    std::span<const uint8_t> rest() const { return bytes_.subspan(at_); }
    void skip(size_t count) {
        if (needs(count)) at_ += count;
    }
    bool needs(uint64_t count) {
        if (count > bytes_.size() - at_) is_good = false;
        return is_good;
    }
    bool is_good = true;

private:
    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
};

// The entries as symbols: numbers in the alphabet of the codes that occur.
template <class Cells>
std::vector<uint16_t> alphabet_of(const Cells& cells) {
    using Cell = typename Cells::value_type;
    std::vector<bool> seen(size_t{1} << (8 * sizeof(Cell)));
    for (Cell cell : cells) seen[cell] = true;
    std::vector<uint16_t> alphabet;
    for (size_t code = 0; code < seen.size(); ++code)
        if (seen[code] && code != Code<Cell>::kIllegal)
            alphabet.push_back(static_cast<uint16_t>(code));
    if (alphabet.empty()) alphabet.push_back(static_cast<uint16_t>(Code<Cell>::kDraw));
    return alphabet;
}

// Some entries as the coder takes them.
struct Symbols {
    std::vector<uint16_t> symbols;
    std::vector<uint8_t> is_position;
    SymbolBlock block() { return {symbols, is_position}; }
};

template <class Cells>
Symbols symbols_of(const Cells& cells, const std::vector<uint16_t>& numbers, uint64_t block) {
    using Cell = typename Cells::value_type;
    const uint64_t first = block * kBlockEntries;
    const uint64_t last = std::min<uint64_t>(cells.size(), first + kBlockEntries);
    Symbols found;
    for (uint64_t i = first; i < last; ++i) {
        const bool is_position = cells[i] != Code<Cell>::kIllegal;
        found.is_position.push_back(is_position);
        found.symbols.push_back(is_position ? numbers[cells[i]] : uint16_t{0});
    }
    return found;
}

int bits_for(size_t symbols) {
    int bits = 1;
    while (size_t{1} << bits < symbols) ++bits;
    return bits;
}

// A sample is enough to learn from, spread over the table.
template <class Cells>
Model learn(const Cells& cells, const std::vector<uint16_t>& numbers, size_t alphabet,
            const Strides& strides) {
    constexpr uint64_t kSample = 4096;
    const uint64_t blocks = (cells.size() + kBlockEntries - 1) / kBlockEntries;
    const uint64_t step = std::max<uint64_t>(1, blocks / kSample);
    std::vector<Symbols> sample;
    for (uint64_t block = 0; block < blocks; block += step)
        sample.push_back(symbols_of(cells, numbers, block));
    std::vector<SymbolBlock> views;
    views.reserve(sample.size());
    for (Symbols& each : sample) views.push_back(each.block());
    return Model(views, bits_for(alphabet), strides);
}

uint64_t sum_of(const Symbols& symbols, const std::vector<uint16_t>& alphabet) {
    Sum sum;
    for (size_t i = 0; i < symbols.symbols.size(); ++i)
        if (symbols.is_position[i]) sum.add(alphabet[symbols.symbols[i]]);
    return sum.value();
}

template <class Cells>
void write_table(ByteWriter& head, std::vector<std::vector<uint8_t>>& blocks, TableRecord& record,
                 const Cells& cells, const Strides& strides, int threads) {
    const auto alphabet = alphabet_of(cells);
    std::vector<uint16_t> numbers(size_t{1} << (8 * sizeof(typename Cells::value_type)));
    for (size_t i = 0; i < alphabet.size(); ++i) numbers[alphabet[i]] = static_cast<uint16_t>(i);
    const Model model = learn(cells, numbers, alphabet.size(), strides);
    const uint64_t count = (cells.size() + kBlockEntries - 1) / kBlockEntries;
    const size_t first_block = blocks.size();
    blocks.resize(first_block + count);
    std::vector<uint64_t> sums(count);
    share(threads, count, 16, {}, [&](int, uint64_t first, uint64_t last) {
        for (uint64_t b = first; b < last; ++b) {
            Symbols symbols = symbols_of(cells, numbers, b);
            sums[b] = sum_of(symbols, alphabet);
            blocks[first_block + b] = model.pack(symbols.block());
        }
    });
    Sum sum;
    for (uint64_t part : sums) sum.add(part);
    record.size = cells.size();
    record.checksum = sum.value();

    head.word(record.material);
    head.number(record.size);
    head.number(static_cast<uint8_t>(sizeof(typename Cells::value_type)));
    head.number(record.counts.legal);
    head.number(record.counts.won);
    head.number(record.counts.lost);
    head.number(record.counts.drawn);
    head.number(static_cast<uint32_t>(record.counts.longest));
    head.number(record.counts.longest_at);
    head.number(record.checksum);
    head.number(static_cast<uint32_t>(alphabet.size()));
    for (uint16_t code : alphabet) head.number(code);
    head.append(model.to_bytes());
    for (uint64_t b = 0; b < count; ++b) {
        head.number(static_cast<uint32_t>(blocks[first_block + b].size()));
        head.number(block_sum(blocks[first_block + b]));
    }
}

// Several programs, and several threads of one, may write the same table.
std::string unfinished_name(const std::string& path) {
    static std::atomic<unsigned> count{0};
#if defined(FERZ_HAS_MMAP)
    const auto process = static_cast<long>(getpid());
#else
    const auto process = static_cast<long>(std::random_device()() & 0x7fffffff);
#endif
    return text(path, ".", process, "-", ++count, ".part");
}

}  // namespace

void TableFile::write(const std::string& path, const std::string& game,
                      std::vector<TableRecord>& records, const std::vector<const Entries*>& tables,
                      const std::vector<Strides>& strides, int threads) {
    ByteWriter head;
    std::vector<std::vector<uint8_t>> blocks;
    head.word(game);
    head.number(static_cast<uint32_t>(records.size()));
    for (size_t i = 0; i < records.size(); ++i) {
        if (const auto* narrow = std::get_if<NarrowCells>(&tables[i]->cells))
            write_table(head, blocks, records[i], *narrow, strides[i], threads);
        else
            write_table(head, blocks, records[i], std::get<WideCells>(tables[i]->cells), strides[i],
                        threads);
    }
    Sum sum;
    sum.add(head.bytes);
    ByteWriter start;
    start.append({reinterpret_cast<const uint8_t*>(kMagic), sizeof kMagic});
    start.number(static_cast<uint64_t>(head.bytes.size()));
    start.number(sum.value());
    const std::string temporary = unfinished_name(path);
    std::FILE* const file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr) throw SolveError(text(temporary, ": cannot be written"));
    bool is_written = true;
    const auto put = [&](std::span<const uint8_t> bytes) {
        is_written &= std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    };
    put(start.bytes);
    put(head.bytes);
    for (const auto& block : blocks) put(block);
    is_written &= std::fflush(file) == 0;
#if defined(FERZ_HAS_MMAP)
    is_written &= fsync(fileno(file)) == 0;
#endif
    is_written &= std::fclose(file) == 0;
    if (!is_written || std::rename(temporary.c_str(), path.c_str()) != 0) {
        std::remove(temporary.c_str());
        throw SolveError(text(path, ": cannot be written (is the disk full?)"));
    }
}

void TableFile::refuse(const std::string& why) const {
    throw SolveError(text(path_, ": ", why));
}

TableFile::TableFile(const std::string& path, const std::string& game) : path_(path) {
#if defined(FERZ_HAS_MMAP)
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        if (file >= 0) close(file);
        refuse("cannot be read");
    }
    length_ = static_cast<uint64_t>(status.st_size);
    if (length_ > 0) {
        void* const map = mmap(nullptr, length_, PROT_READ, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) data_ = static_cast<const uint8_t*>(map);
    }
    close(file);
    if (data_ == nullptr) refuse("cannot be read");
#else
    std::ifstream in(path, std::ios::binary);
    copy_.assign(std::istreambuf_iterator<char>(in), {});
    if (!in) refuse("cannot be read");
    data_ = copy_.data();
    length_ = copy_.size();
#endif
    try {
        parse(game);
    } catch (...) {
        unmap();
        throw;
    }
}

TableFile::~TableFile() {
    unmap();
}

void TableFile::unmap() {
#if defined(FERZ_HAS_MMAP)
    if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), length_);
    data_ = nullptr;
#endif
}

void TableFile::parse(const std::string& game) {
    ByteReader start({data_, length_});
    if (length_ < 24 || std::memcmp(data_, kMagic, 7) != 0)
        refuse("found no table, expected a file that ferz solve has written");
    if (data_[7] != static_cast<uint8_t>(kMagic[7]))
        refuse(text("a table of version ", data_[7] - '0', ", expected version ", kMagic[7],
                    " (remove it, and solve again)"));
    start.skip(8);
    const auto head_length = start.number<uint64_t>();
    const auto expected = start.number<uint64_t>();
    if (head_length > length_ - 24) refuse("damaged: it ends too early");
    Sum sum;
    sum.add(std::span(data_ + 24, head_length));
    if (sum.value() != expected) refuse("damaged: the checksum of its head is wrong");
    ByteReader head(std::span(data_ + 24, head_length));
    if (const std::string found = head.word(); found != game)
        refuse(text("a table of the game ", found, ", expected ", game));
    uint64_t at = 24 + head_length;
    const auto count = head.number<uint32_t>();
    for (uint32_t i = 0; i < count && head.is_good; ++i) {
        TableRecord record;
        Part part;
        record.material = head.word();
        record.size = head.number<uint64_t>();
        part.wide = head.number<uint8_t>() == 2;
        record.counts.legal = head.number<uint64_t>();
        record.counts.won = head.number<uint64_t>();
        record.counts.lost = head.number<uint64_t>();
        record.counts.drawn = head.number<uint64_t>();
        record.counts.longest = static_cast<int>(head.number<uint32_t>());
        record.counts.longest_at = head.number<uint64_t>();
        record.checksum = head.number<uint64_t>();
        const auto codes = head.number<uint32_t>();
        if (!head.needs(uint64_t{2} * codes)) break;
        for (uint32_t c = 0; c < codes; ++c) part.alphabet.push_back(head.number<uint16_t>());
        const size_t model = part.model.from_bytes(head.rest());
        if (model == 0) head.is_good = false;
        head.skip(model);
        const uint64_t blocks = (record.size + kBlockEntries - 1) / kBlockEntries;
        if (!head.needs(8 * blocks)) break;
        part.offsets.push_back(at);
        for (uint64_t b = 0; b < blocks; ++b) {
            at += head.number<uint32_t>();
            part.offsets.push_back(at);
            part.sums.push_back(head.number<uint32_t>());
        }
        records_.push_back(std::move(record));
        parts_.push_back(std::move(part));
    }
    if (!head.is_good || records_.size() != count) refuse("damaged: its head cannot be read");
    if (at != length_) refuse(text("damaged: ", length_, " bytes, expected ", at));
}

void TableFile::read_block(size_t table, uint64_t block, const FindPositions& find_positions,
                           std::vector<uint16_t>& codes) const {
    const Part& part = parts_[table];
    const std::span bytes(data_ + part.offsets[block],
                          part.offsets[block + 1] - part.offsets[block]);
    if (block_sum(bytes) != part.sums[block])
        refuse(text("damaged: the checksum of block ", block, " is wrong"));
    const uint64_t first = block * kBlockEntries;
    codes.resize(std::min(kBlockEntries, records_[table].size - first));
    std::vector<uint8_t> is_position(codes.size());
    find_positions(first, is_position);
    part.model.unpack(bytes, {codes, is_position});
    const int illegal = part.wide ? Code<uint16_t>::kIllegal : Code<uint8_t>::kIllegal;
    for (size_t i = 0; i < codes.size(); ++i)
        codes[i] = is_position[i]
                       ? part.alphabet[std::min<size_t>(codes[i], part.alphabet.size() - 1)]
                       : static_cast<uint16_t>(illegal);
}

void TableFile::read(size_t table, int threads, const FindPositions& find_positions,
                     Entries& entries) const {
    const auto fill = [&](auto& cells) {
        using Cell = typename std::decay_t<decltype(cells)>::value_type;
        cells.resize(records_[table].size);
        const uint64_t blocks = parts_[table].sums.size();
        std::vector<uint64_t> sums(blocks);
        share(threads, blocks, 16, {}, [&](int, uint64_t first, uint64_t last) {
            std::vector<uint16_t> codes;
            for (uint64_t b = first; b < last; ++b) {
                read_block(table, b, find_positions, codes);
                Sum sum;
                for (size_t i = 0; i < codes.size(); ++i) {
                    cells[b * kBlockEntries + i] = static_cast<Cell>(codes[i]);
                    if (codes[i] != Code<Cell>::kIllegal) sum.add(codes[i]);
                }
                sums[b] = sum.value();
            }
        });
        Sum sum;
        for (uint64_t part : sums) sum.add(part);
        if (sum.value() != records_[table].checksum)
            refuse("damaged: the checksum of its entries is wrong");
    };
    if (is_wide(table)) fill(entries.cells.emplace<WideCells>());
    else fill(entries.cells.emplace<NarrowCells>());
}

}  // namespace ferz
