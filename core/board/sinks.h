// Where generated moves go: into a list, or only into a count.
#pragma once

#include <array>
#include <bit>

#include "base/bits.h"
#include "board/move.h"

namespace ferz {

// Writes moves one after another. There must be room for kSlack moves more than will be written:
// where the machine can, sixteen are written at once.
class ListSink {
public:
    static constexpr size_t kSlack = 64;

    explicit ListSink(Move* out) : out_(out) {}

    Move* end() const { return out_; }
    static constexpr bool is_full() { return false; }

    template <class B>
    void moves(Square from, const B& targets, MoveKind kind = MoveKind::normal, int piece = 0) {
        const uint32_t base = Move::base(from, kind, piece);
        if (kWords<B> > 1 && !any(targets)) return;
        for (int i = 0; i < kWords<B>; ++i)
            write(word(targets, i), base + 64 * static_cast<uint32_t>(i));
    }

    // Moves that all go the same way.
    template <class B>
    void shifted(const B& targets, int delta, MoveKind kind) {
        for (int i = 0; i < kWords<B>; ++i)
            write_shifted(word(targets, i), 64 * static_cast<uint32_t>(i), delta,
                          Move::base(0, kind));
    }

    void one(Move move) { *out_++ = move; }

private:
#if defined(__AVX512VBMI2__) && defined(__AVX512BW__)
    // Packs the numbers of the set bits and adds the base to sixteen of them at a time: no branch
    // depends on how many there are, but for pieces with more than sixteen moves.
    void write(uint64_t targets, uint32_t base) {
        const __m512i bases = _mm512_set1_epi32(static_cast<int>(base));
        write_packed(targets, [&](__m512i numbers) { return _mm512_add_epi32(bases, numbers); });
    }

    void write_shifted(uint64_t targets, uint32_t first, int delta, uint32_t base) {
        const __m512i firsts = _mm512_set1_epi32(static_cast<int>(first));
        const __m512i bases = _mm512_set1_epi32(static_cast<int>(base) - (delta << 8));
        write_packed(targets, [&](__m512i numbers) {
            const __m512i to = _mm512_add_epi32(numbers, firsts);
            return _mm512_add_epi32(bases, _mm512_add_epi32(to, _mm512_slli_epi32(to, 8)));
        });
    }

    template <class Finish>
    void write_packed(uint64_t targets, Finish finish) {
        static_assert(sizeof(Move) == 4);
        alignas(64) static constexpr auto kNumbers = [] {
            std::array<uint8_t, 64> numbers{};
            for (size_t i = 0; i < 64; ++i) numbers[i] = static_cast<uint8_t>(i);
            return numbers;
        }();
        const __m512i packed =
            _mm512_maskz_compress_epi8(targets, _mm512_load_si512(kNumbers.data()));
        const auto store = [&](int at, __m128i numbers) {
            _mm512_storeu_si512(out_ + at, finish(_mm512_cvtepu8_epi32(numbers)));
        };
        const int count = std::popcount(targets);
        store(0, _mm512_castsi512_si128(packed));
        if (count > 16) {
            store(16, _mm512_extracti32x4_epi32(packed, 1));
            if (count > 32) {
                store(32, _mm512_extracti32x4_epi32(packed, 2));
                store(48, _mm512_extracti32x4_epi32(packed, 3));
            }
        }
        out_ += count;
    }
#else
    void write(uint64_t targets, uint32_t base) {
        for (; targets; targets &= targets - 1)
            *out_++ = Move(base + static_cast<uint32_t>(std::countr_zero(targets)));
    }

    void write_shifted(uint64_t targets, uint32_t first, int delta, uint32_t base) {
        for (; targets; targets &= targets - 1) {
            const uint32_t to = first + static_cast<uint32_t>(std::countr_zero(targets));
            *out_++ = Move(base + to + ((to - static_cast<uint32_t>(delta)) << 8));
        }
    }
#endif

    Move* out_;
};

// Where the pieces of a side reach, in the order in which moves are generated. Kept while captures
// are generated, it spares the quiet moves of the same node another look at the board.
template <class B>
struct KeptTargets {
    // A piece and its reach; or a kind whose moves are to be generated anew in this place.
    struct Entry {
        B reach;
        uint16_t what;  // a square, or kOdd and a kind

        bool is_odd() const { return what >= kOdd; }
        int kind() const { return what - kOdd; }
        Square from() const { return static_cast<Square>(what); }
    };
    static constexpr uint16_t kOdd = 256;
    static constexpr int kMost = 32;  // pieces; a side that has more keeps nothing

    bool is_kept() const { return count >= 0; }
    const Entry* begin() const { return entries; }
    const Entry* end() const { return entries + count; }

    int count = -1;  // where nothing is kept
    Entry entries[kMost];
};

// Writes captures, and keeps where the pieces reach.
template <class B>
class KeepingSink : public ListSink {
public:
    KeepingSink(Move* out, KeptTargets<B>& kept) : ListSink(out), kept_(kept.entries) {}

    int kept_since(const auto* first) const { return static_cast<int>(kept_ - first); }

    void keep(Square from, const B& reach) {
        kept_->reach = reach;
        kept_->what = from;
        ++kept_;
    }
    void keep_odd(int k) { (kept_++)->what = static_cast<uint16_t>(KeptTargets<B>::kOdd + k); }

private:
    typename KeptTargets<B>::Entry* kept_;
};

// Only asks whether one move is among those that are generated.
class MatchSink {
public:
    explicit MatchSink(Move move) : move_(move) {}

    bool is_found() const { return is_found_; }
    bool is_full() const { return is_found_; }

    template <class B>
    void moves(Square from, const B& targets, MoveKind kind = MoveKind::normal, int piece = 0) {
        is_found_ |= Move(from, move_.to(), kind, piece) == move_ && has(targets, move_.to());
    }
    template <class B>
    void shifted(const B& targets, int delta, MoveKind kind) {
        moves(static_cast<Square>(move_.to() - delta), targets, kind);
    }
    void one(Move move) { is_found_ |= move == move_; }

private:
    Move move_;
    bool is_found_ = false;
};

// Counts without writing.
class CountSink {
public:
    size_t count() const { return count_; }
    static constexpr bool is_full() { return false; }

    template <class B>
    void moves(Square, const B& targets, MoveKind = MoveKind::normal, int = 0) {
        count_ += static_cast<size_t>(popcount(targets));
    }
    template <class B>
    void shifted(const B& targets, int, MoveKind) {
        count_ += static_cast<size_t>(popcount(targets));
    }
    void one(Move) { ++count_; }

protected:
    size_t count_ = 0;
};

// Only asks whether there is a move at all.
class AnySink : public CountSink {
public:
    bool is_full() const { return count_ > 0; }
};

}  // namespace ferz
