// The three bitboard types (64, 128 and 256 squares) and the few operations that differ among them.
// & | ^ ~ are the compiler's own on all three. Whoever walks over a set uses for_each, which splits
// a wide board into words once: writing single words and reading the vector back would stall.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ferz {

using Square = uint8_t;

using B64 = uint64_t;
using B128 __attribute__((vector_size(16))) = uint64_t;
using B256 __attribute__((vector_size(32))) = uint64_t;

template <class B>
inline constexpr int kWords = sizeof(B) / 8;
template <class B>
inline constexpr int kBits = sizeof(B) * 8;

template <class B>
inline uint64_t word(const B& b, int i) {
    if constexpr (kWords<B> == 1) return b;
    else return b[i];
}

template <class B>
inline B none() {
    return B{};
}

template <class B>
inline B everything() {
    return ~B{};
}

inline bool any(B64 b) {
    return b != 0;
}
inline bool any(const B128& b) {
#if defined(__AVX2__)
    return !_mm_testz_si128((__m128i)b, (__m128i)b);
#else
    return (b[0] | b[1]) != 0;
#endif
}
inline bool any(const B256& b) {
#if defined(__AVX2__)
    return !_mm256_testz_si256((__m256i)b, (__m256i)b);
#else
    return ((b[0] | b[1]) | (b[2] | b[3])) != 0;
#endif
}

template <class B>
inline bool equal(const B& a, const B& b) {
    return !any(B(a ^ b));
}

template <class B>
inline int popcount(const B& b) {
    int count = 0;
    for (int i = 0; i < kWords<B>; ++i) count += std::popcount(word(b, i));
    return count;
}

// The lowest square of a set that is not empty.
template <class B>
inline Square lsb(const B& b) {
    for (int i = 0; i < kWords<B> - 1; ++i)
        if (word(b, i)) return static_cast<Square>(64 * i + std::countr_zero(word(b, i)));
    return static_cast<Square>(64 * (kWords<B> - 1) + std::countr_zero(word(b, kWords<B> - 1)));
}

// Without a branch, as it is often a matter of chance which word has the first member.
template <>
inline Square lsb(const B128& b) {
    const int low = std::countr_zero(b[0]);
    return static_cast<Square>(low + (std::countr_zero(b[1]) & -(low >> 6)));
}

// The highest square of a set that is not empty.
template <class B>
inline Square msb(const B& b) {
    for (int i = kWords<B> - 1; i > 0; --i)
        if (word(b, i)) return static_cast<Square>(64 * i + 63 - std::countl_zero(word(b, i)));
    return static_cast<Square>(63 - std::countl_zero(word(b, 0)));
}

#if defined(__AVX512VL__) && defined(__AVX512F__)
// Without a branch for each word: which words have members, then that word.
namespace detail {
inline uint64_t word_at(const B256& b, int i) {
    return static_cast<uint64_t>(_mm_cvtsi128_si64(
        _mm256_castsi256_si128(_mm256_permutexvar_epi64(_mm256_set1_epi64x(i), (__m256i)b))));
}
}  // namespace detail
template <>
inline Square lsb(const B256& b) {
    const int i =
        std::countr_zero(static_cast<unsigned>(_mm256_test_epi64_mask((__m256i)b, (__m256i)b)));
    return static_cast<Square>(64 * i + std::countr_zero(detail::word_at(b, i)));
}
template <>
inline Square msb(const B256& b) {
    const int i = 31 - std::countl_zero(
                           static_cast<unsigned>(_mm256_test_epi64_mask((__m256i)b, (__m256i)b)));
    return static_cast<Square>(64 * i + 63 - std::countl_zero(detail::word_at(b, i)));
}
#endif

// Two squares or more. A set is a power of two exactly if it has one member.
template <class B>
inline bool several(const B& b) {
    if constexpr (kWords<B> == 1) return (b & (b - 1)) != 0;
    else return popcount(b) > 1;
}

template <class B, class Visit>
inline void for_each(const B& b, Visit visit) {
    for (int i = 0; i < kWords<B>; ++i)
        for (uint64_t w = word(b, i); w; w &= w - 1)
            visit(static_cast<Square>(64 * i + std::countr_zero(w)));
}

// The same for sets of few members: two words share one loop, so that only one end is hard to
// foresee. That takes a little more work for each member.
template <class B, class Visit>
inline void for_each_of_few(const B& b, Visit visit) {
    if constexpr (kWords<B> != 2) {
        for_each(b, visit);
    } else {
        uint64_t w = word(b, 0), first = 0;
        for (int left = popcount(b); left; --left) {
            // Written so that no compiler makes a branch of it.
            const uint64_t is_spent = -static_cast<uint64_t>(w == 0);
            w |= word(b, 1) & is_spent;
            first |= 64 & is_spent;
            visit(static_cast<Square>(first + static_cast<unsigned>(std::countr_zero(w))));
            w &= w - 1;
        }
    }
}

namespace detail {
template <class B>
struct SingleBits {
    alignas(64) std::array<B, kBits<B>> bits{};
    constexpr SingleBits() {
        for (int s = 0; s < kBits<B>; ++s) {
            if constexpr (kWords<B> == 1) bits[s] = uint64_t{1} << s;
            else if constexpr (kWords<B> == 2)
                bits[s] = B{s < 64 ? uint64_t{1} << s : 0, s >= 64 ? uint64_t{1} << (s & 63) : 0};
            else
                bits[s] = B{s / 64 == 0 ? uint64_t{1} << (s & 63) : 0,
                            s / 64 == 1 ? uint64_t{1} << (s & 63) : 0,
                            s / 64 == 2 ? uint64_t{1} << (s & 63) : 0,
                            s / 64 == 3 ? uint64_t{1} << (s & 63) : 0};
        }
    }
};
template <class B>
inline const SingleBits<B> kSingleBits{};
}  // namespace detail

// The set of one square. Wide boards read it from a table: a full-width load, never a word write.
template <class B>
inline B bit(int square) {
    if constexpr (kWords<B> == 1) return uint64_t{1} << square;
    else return detail::kSingleBits<B>.bits[static_cast<size_t>(square)];
}

template <class B>
inline bool has(const B& b, int square) {
    if constexpr (kWords<B> == 1) return (b >> square) & 1;
    else return (b[square >> 6] >> (square & 63)) & 1;
}

// Moves every member up by 0 < n < 64 squares; those that leave the type are lost.
inline B64 shifted_up(B64 b, int n) {
    return b << n;
}
inline B128 shifted_up(const B128& b, int n) {
    const B128 carry = __builtin_shufflevector(b, B128{}, 2, 0);
    return (b << n) | (carry >> (64 - n));
}
inline B256 shifted_up(const B256& b, int n) {
    const B256 carry = __builtin_shufflevector(b, B256{}, 4, 0, 1, 2);
    return (b << n) | (carry >> (64 - n));
}

inline B64 shifted_down(B64 b, int n) {
    return b >> n;
}
inline B128 shifted_down(const B128& b, int n) {
    const B128 carry = __builtin_shufflevector(b, B128{}, 1, 2);
    return (b >> n) | (carry << (64 - n));
}
inline B256 shifted_down(const B256& b, int n) {
    const B256 carry = __builtin_shufflevector(b, B256{}, 1, 2, 3, 4);
    return (b >> n) | (carry << (64 - n));
}

}  // namespace ferz
