// Memory for large tables that are read at random: in large pages, where the system has them, most
// reads need no walk through the page tables.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace ferz {

template <class T>
struct PageAllocator {
    using value_type = T;

    PageAllocator() = default;
    template <class U>
    explicit PageAllocator(const PageAllocator<U>&) {}

    T* allocate(size_t count) {
        // What is smaller than a page shares one with others.
        const size_t unit = count * sizeof(T) < kPage ? kLine : kPage;
        const size_t bytes = (count * sizeof(T) + unit - 1) / unit * unit;
        void* const memory = std::aligned_alloc(unit, bytes);
        if (memory == nullptr) throw std::bad_alloc();
        if (unit == kLine) return static_cast<T*>(memory);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: where it fails, small pages do
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, size_t) { std::free(memory); }

    template <class U>
    bool operator==(const PageAllocator<U>&) const {
        return true;
    }

private:
    static constexpr size_t kPage = size_t{2} << 20;
    static constexpr size_t kLine = 64;
};

template <class T>
using PagedVector = std::vector<T, PageAllocator<T>>;

}  // namespace ferz
