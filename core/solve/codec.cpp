// A binary range coder, and the chances that it is given.
#include "solve/codec.h"

#include <algorithm>
#include <cmath>

namespace ferz {
namespace {

constexpr uint32_t kRenorm = uint32_t{1} << 24;
constexpr int kChanceBits = 12;
constexpr int kWhole = 1 << kChanceBits;
constexpr int kOne = 256;           // of a logit
constexpr int kUnit = 1024;         // of a weight
constexpr size_t kMostSlots = 192;  // a slot costs its chances in the file

// Carries travel back through bytes already written, so that they are kept in a plain list.
class Writer {
public:
    void put(bool yes, int chance) {
        const uint32_t bound = (range_ >> kChanceBits) * static_cast<uint32_t>(chance);
        if (yes) {
            range_ = bound;
        } else {
            low_ += bound;
            range_ -= bound;
        }
        while (range_ < kRenorm) shift();
    }
    std::vector<uint8_t> finish() {
        for (int i = 0; i < 4; ++i) shift();
        while (!bytes_.empty() && bytes_.back() == 0) bytes_.pop_back();
        return std::move(bytes_);
    }

private:
    void shift() {
        if (low_ >> 32) {
            size_t i = bytes_.size() - 1;
            while (++bytes_[i] == 0) --i;
        }
        bytes_.push_back(static_cast<uint8_t>(low_ >> 24));
        low_ = (low_ & 0xffffff) << 8;
        range_ <<= 8;
    }
    uint64_t low_ = 0;
    uint32_t range_ = UINT32_MAX;
    std::vector<uint8_t> bytes_;
};

class Reader {
public:
    explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {
        for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
    }
    bool get(int chance) {
        const uint32_t bound = (range_ >> kChanceBits) * static_cast<uint32_t>(chance);
        const bool yes = code_ < bound;
        if (yes) {
            range_ = bound;
        } else {
            code_ -= bound;
            range_ -= bound;
        }
        while (range_ < kRenorm) {
            code_ = code_ << 8 | next();
            range_ <<= 8;
        }
        return yes;
    }

private:
    // Zeros at the end of a block are not kept.
    uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : uint8_t{0}; }

    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
    uint32_t code_ = 0;
    uint32_t range_ = UINT32_MAX;
};

// The logistic function at every half from -8 to 8.
constexpr std::array<int, 33> kLogistic{1,    2,    4,    6,    10,   17,   27,   45,   74,
                                        120,  194,  311,  488,  747,  1102, 1546, 2048, 2550,
                                        2994, 3349, 3608, 3785, 3902, 3976, 4022, 4051, 4069,
                                        4079, 4086, 4090, 4092, 4094, 4095};

int chance_of(int logit) {
    const int at = std::clamp(logit, -8 * kOne + 1, 8 * kOne - 1) + 8 * kOne;
    const auto low = static_cast<size_t>(at / (kOne / 2));
    const int share = at % (kOne / 2), rest = kOne / 2 - share;
    return (kLogistic[low] * rest + kLogistic[low + 1] * share + kOne / 4) / (kOne / 2);
}

// And back.
struct Logits {
    std::array<int16_t, kWhole> of{};
    Logits() {
        size_t chance = 0;
        for (int logit = -8 * kOne + 1; logit < 8 * kOne; ++logit)
            for (; chance <= static_cast<size_t>(chance_of(logit)); ++chance)
                of[chance] = static_cast<int16_t>(logit);
        for (; chance < of.size(); ++chance) of[chance] = 8 * kOne - 1;
    }
};
const Logits kLogits;

void put16(std::vector<uint8_t>& out, unsigned value) {
    out.push_back(static_cast<uint8_t>(value));
    out.push_back(static_cast<uint8_t>(value >> 8));
}

class Numbers {
public:
    explicit Numbers(std::span<const uint8_t> bytes) : bytes_(bytes) {}
    unsigned next() {
        if (at_ + 2 > bytes_.size()) {
            is_good = false;
            return 0;
        }
        at_ += 2;
        return bytes_[at_ - 2] | unsigned{bytes_[at_ - 1]} << 8;
    }
    size_t read() const { return at_; }
    bool is_good = true;

private:
    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
};

}  // namespace

// Calls visit(index, row) with every position of a block and the places of its neighbors' chances,
// once its neighbors have their symbols. Outside of a block everything is the first symbol.
template <class Visit>
void Model::visit(SymbolBlock block, const Visit& visit) const {
    uint16_t before = 0;
    const auto place = [&](size_t neighbor, uint16_t symbol) {
        return static_cast<size_t>(opinions_[neighbor].slot[symbol]) << bits_;
    };
    for (size_t i = 0; i < block.symbols.size(); ++i) {
        if (!block.is_position[i]) {
            block.symbols[i] = before;
            continue;
        }
        Row row;
        row[0] = place(0, before);
        for (size_t n = 1; n < kNeighbors; ++n)
            row[n] = place(n, i >= strides_[n - 1] ? block.symbols[i - strides_[n - 1]] : 0);
        visit(i, row);
        before = block.symbols[i];
    }
}

int Model::mixed(const Row& row, size_t node, int bit) const {
    int sum = 0;
    for (size_t n = 0; n < kNeighbors; ++n)
        sum += weights_[static_cast<size_t>(bit)][n] * opinions_[n].stretched[row[n] | node];
    return std::clamp(chance_of(sum / kUnit), 1, kWhole - 1);
}

Model::Model(std::span<const SymbolBlock> sample, int bits, const Strides& strides)
    : bits_(bits), strides_(strides) {
    for (uint32_t& stride : strides_) stride = std::clamp<uint32_t>(stride, 1, UINT16_MAX);
    choose_slots(sample);
    count(sample);
    stretch();
    weigh(sample);
}

// Only frequent symbols have chances of their own.
void Model::choose_slots(std::span<const SymbolBlock> sample) {
    const size_t range = size_t{1} << bits_;
    std::vector<uint64_t> counts(range);
    for (const SymbolBlock& block : sample)
        for (size_t i = 0; i < block.symbols.size(); ++i)
            if (block.is_position[i]) ++counts[block.symbols[i]];
    std::vector<uint16_t> by_count(range);
    for (size_t i = 0; i < range; ++i) by_count[i] = static_cast<uint16_t>(i);
    std::stable_sort(by_count.begin(), by_count.end(),
                     [&](uint16_t a, uint16_t b) { return counts[a] > counts[b]; });
    for (Opinion& opinion : opinions_) {
        opinion.slot.assign(range, 0);
        opinion.slots = 1;
        for (uint16_t symbol : by_count)
            if (counts[symbol] >= range * 64 && opinion.slots < kMostSlots)
                opinion.slot[symbol] = static_cast<uint16_t>(opinion.slots++);
    }
}

void Model::count(std::span<const SymbolBlock> sample) {
    struct Tally {
        uint64_t yes = 0, all = 0;
    };
    std::array<std::vector<Tally>, kNeighbors> tallies;
    for (size_t n = 0; n < kNeighbors; ++n) tallies[n].resize(opinions_[n].slots << bits_);
    for (const SymbolBlock& block : sample)
        visit(block, [&](size_t i, const Row& row) {
            size_t node = 1;
            for (int b = bits_ - 1; b >= 0; --b) {
                const bool yes = block.symbols[i] >> b & 1;
                for (size_t n = 0; n < kNeighbors; ++n) {
                    Tally& tally = tallies[n][row[n] | node];
                    tally.yes += yes;
                    ++tally.all;
                }
                node = 2 * node + yes;
            }
        });
    for (size_t n = 0; n < kNeighbors; ++n) {
        opinions_[n].chances.clear();
        for (const Tally& tally : tallies[n]) {
            // Never certain: what did not occur must still be readable.
            const uint64_t chance = (2 * tally.yes + 1) * kWhole / (2 * tally.all + 2);
            opinions_[n].chances.push_back(
                static_cast<uint16_t>(std::clamp<uint64_t>(chance, 1, kWhole - 1)));
        }
    }
}

void Model::stretch() {
    for (Opinion& opinion : opinions_) {
        opinion.stretched.clear();
        for (uint16_t chance : opinion.chances) opinion.stretched.push_back(kLogits.of[chance]);
    }
}

// By gradient: what the weights are only decides how small a file gets.
void Model::weigh(std::span<const SymbolBlock> sample) {
    constexpr double kRate = 0.002, kFirst = 0.45;
    constexpr size_t kMost = 2'000'000;
    std::vector<std::array<double, kNeighbors>> weights(static_cast<size_t>(bits_));
    for (auto& each : weights) each.fill(kFirst);
    size_t seen = 0;
    for (const SymbolBlock& block : sample) {
        if (seen > kMost) break;
        visit(block, [&](size_t i, const Row& row) {
            ++seen;
            size_t node = 1;
            for (int b = bits_ - 1; b >= 0; --b) {
                const bool yes = block.symbols[i] >> b & 1;
                auto& weight = weights[static_cast<size_t>(b)];
                std::array<double, kNeighbors> said;
                double sum = 0;
                for (size_t n = 0; n < kNeighbors; ++n) {
                    said[n] = opinions_[n].stretched[row[n] | node] / double{kOne};
                    sum += weight[n] * said[n];
                }
                const double error = (yes ? 1.0 : 0.0) - 1.0 / (1.0 + std::exp(-sum));
                for (size_t n = 0; n < kNeighbors; ++n) weight[n] += kRate * error * said[n];
                node = 2 * node + yes;
            }
        });
    }
    weights_.clear();
    for (const auto& each : weights) {
        auto& rounded = weights_.emplace_back();
        for (size_t n = 0; n < kNeighbors; ++n)
            rounded[n] = static_cast<int16_t>(
                std::clamp(std::lround(each[n] * kUnit), -4L * kUnit, 4L * kUnit));
    }
}

std::vector<uint8_t> Model::pack(SymbolBlock block) const {
    Writer writer;
    visit(block, [&](size_t i, const Row& row) {
        size_t node = 1;
        for (int b = bits_ - 1; b >= 0; --b) {
            const bool yes = block.symbols[i] >> b & 1;
            writer.put(yes, mixed(row, node, b));
            node = 2 * node + yes;
        }
    });
    return writer.finish();
}

void Model::unpack(std::span<const uint8_t> bytes, SymbolBlock block) const {
    Reader reader(bytes);
    visit(block, [&](size_t i, const Row& row) {
        size_t node = 1;
        for (int b = bits_ - 1; b >= 0; --b) node = 2 * node + reader.get(mixed(row, node, b));
        block.symbols[i] = static_cast<uint16_t>(node - (size_t{1} << bits_));
    });
}

std::vector<uint8_t> Model::to_bytes() const {
    std::vector<uint8_t> out;
    put16(out, static_cast<unsigned>(bits_));
    for (uint32_t stride : strides_) put16(out, stride);
    for (const Opinion& opinion : opinions_) {
        put16(out, static_cast<unsigned>(opinion.slots));
        for (size_t symbol = 0; symbol < opinion.slot.size(); ++symbol)
            if (opinion.slot[symbol]) {
                put16(out, static_cast<unsigned>(symbol));
                put16(out, opinion.slot[symbol]);
            }
        for (uint16_t chance : opinion.chances) put16(out, chance);
    }
    for (const auto& weights : weights_)
        for (int16_t weight : weights) put16(out, static_cast<uint16_t>(weight));
    return out;
}

size_t Model::from_bytes(std::span<const uint8_t> bytes) {
    Numbers numbers(bytes);
    const unsigned bits = numbers.next();
    if (!numbers.is_good || bits < 1 || bits > 16) return 0;
    bits_ = static_cast<int>(bits);
    const size_t range = size_t{1} << bits;
    for (uint32_t& stride : strides_) stride = numbers.next();
    if (std::count(strides_.begin(), strides_.end(), 0U) > 0) return 0;
    for (Opinion& opinion : opinions_) {
        opinion.slots = numbers.next();
        if (opinion.slots < 1 || opinion.slots > kMostSlots) return 0;
        opinion.slot.assign(range, 0);
        for (size_t i = 1; i < opinion.slots; ++i) {
            const unsigned symbol = numbers.next(), slot = numbers.next();
            if (symbol >= range || slot >= opinion.slots) return 0;
            opinion.slot[symbol] = static_cast<uint16_t>(slot);
        }
        opinion.chances.clear();
        for (size_t i = 0; i < opinion.slots << bits && numbers.is_good; ++i) {
            const unsigned chance = numbers.next();
            if (chance < 1 || chance >= kWhole) return 0;
            opinion.chances.push_back(static_cast<uint16_t>(chance));
        }
    }
    weights_.assign(bits, {});
    for (auto& weights : weights_)
        for (int16_t& weight : weights) {
            weight = static_cast<int16_t>(numbers.next());
            if (std::abs(weight) > 4 * kUnit) return 0;
        }
    if (!numbers.is_good) return 0;
    stretch();
    return numbers.read();
}

}  // namespace ferz
