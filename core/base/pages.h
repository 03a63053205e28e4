// Memory for large tables that are read at random: in large pages, where the system has them, most
// reads need no walk through the page tables.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
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

// So many values that begin as zeros. Large ones come straight from the system, which hands out
// each page when it is first touched: gigabytes are there at once, and forgotten at once. Small
// ones are touched before, so that nobody waits for them later.
template <class T>
class ZeroedPages {
    static_assert(std::is_trivially_destructible_v<T>, "nothing but numbers");

public:
    explicit ZeroedPages(size_t count = 0) : size_(count) {
        if (is_large()) {
            map();
        } else if (count > 0) {
            values_ = PageAllocator<T>().allocate(count);
            forget();
        }
    }
    ~ZeroedPages() {
        if (is_large()) unmap();
        else if (size_ > 0) PageAllocator<T>().deallocate(values_, size_);
    }
    ZeroedPages(const ZeroedPages&) = delete;
    ZeroedPages& operator=(const ZeroedPages&) = delete;

    void swap(ZeroedPages& other) noexcept {
        std::swap(values_, other.values_);
        std::swap(mapping_, other.mapping_);
        std::swap(size_, other.size_);
    }

    // Zeros again: large ones give their pages back, small ones keep them for what comes next.
    void forget() {
        if (is_large() && give_back()) return;
        if (size_ > 0) std::memset(static_cast<void*>(values_), 0, bytes());
    }

    size_t size() const { return size_; }
    T& operator[](size_t i) { return values_[i]; }
    const T& operator[](size_t i) const { return values_[i]; }

private:
    static constexpr size_t kLarge = size_t{256} << 20;
    static constexpr size_t kPage = size_t{2} << 20;

    size_t bytes() const { return size_ * sizeof(T); }

#if defined(__linux__)
    bool is_large() const { return bytes() >= kLarge; }
    void map() {
        // So much more that a large page can begin where the values do.
        mapping_ = mmap(nullptr, bytes() + kPage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapping_ == MAP_FAILED) throw std::bad_alloc();
        size_t room = bytes() + kPage;
        void* place = mapping_;
        values_ = static_cast<T*>(std::align(kPage, bytes(), place, room));
#if defined(MADV_HUGEPAGE)
        madvise(values_, bytes(), MADV_HUGEPAGE);
#endif
    }
    void unmap() { munmap(mapping_, bytes() + kPage); }
    bool give_back() { return madvise(values_, bytes(), MADV_DONTNEED) == 0; }
#else
    bool is_large() const { return false; }
    void map() {}
    void unmap() {}
    bool give_back() { return false; }
#endif

    T* values_ = nullptr;
    void* mapping_ = nullptr;  // of large ones
    size_t size_ = 0;
};

}  // namespace ferz
