// Small helpers for messages and for reading words.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace ferz {

// Concatenates anything that a stream can print; g++ 12 has no <format>.
template <class... Parts>
std::string text(const Parts&... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
}

// A number and what it counts: "1 rank", "7 ranks".
template <class Number>
std::string counted(Number number, const char* what) {
    return text(number, ' ', what, number == 1 ? "" : "s");
}

// The words of a text, separated by any run of white space.
inline std::vector<std::string> words(std::string_view line) {
    std::istringstream in{std::string(line)};
    std::vector<std::string> result;
    for (std::string word; in >> word;) result.push_back(word);
    return result;
}

// The parts between single separators; an empty text is one empty part.
inline std::vector<std::string> split(std::string_view line, char separator) {
    std::vector<std::string> parts;
    for (size_t begin = 0;;) {
        const size_t end = line.find(separator, begin);
        parts.emplace_back(line.substr(begin, end - begin));
        if (end == std::string_view::npos) return parts;
        begin = end + 1;
    }
}

// A whole decimal number without sign, or nothing. Text too long for an int is nothing.
inline std::optional<int> whole_number(std::string_view digits) {
    int value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || digits[0] == '-' || error != std::errc{} || stop != end) return {};
    return value;
}

inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
inline bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
inline bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
inline bool is_letter(char c) {
    return is_lower(c) || is_upper(c);
}
inline char to_lower(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
inline char to_upper(char c) {
    return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

// The whole character that begins at a place of a UTF-8 text; "?" for what is none.
inline std::string character_at(std::string_view from, size_t at) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(from[i]); };
    const unsigned char first = byte(at);
    if (first < 0x80) return first < ' ' || first == 0x7f ? "?" : std::string(1, from[at]);
    const size_t length = first >= 0xf0 && first < 0xf5 ? 4
                          : first >= 0xe0               ? 3
                          : first >= 0xc2               ? 2
                                                        : 1;
    if (length == 1 || first >= 0xf5 || at + length > from.size()) return "?";
    for (size_t i = at + 1; i < at + length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return "?";
    // Overlong forms, surrogates and what is beyond Unicode are no text either.
    const unsigned char second = byte(at + 1);
    const bool odd = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                     (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return odd ? "?" : std::string(from.substr(at, length));
}

// A user's text for a message: quoted, cut when long, without control characters.
inline std::string quoted(std::string_view found) {
    constexpr size_t kMost = 40;
    std::string shown;
    size_t at = 0, count = 0;
    for (; at < found.size() && count < kMost; ++count) {
        const std::string character = character_at(found, at);
        at += character.size();
        shown += character;
    }
    return "'" + shown + (at < found.size() ? "…'" : "'");
}

// The number of single-letter edits from one word to the other, for "did you mean".
inline size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace ferz
