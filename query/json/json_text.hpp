/// \file
/// A small object written as JSON at once, without a tree of it in memory.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace mexbase {

/// Adds `text` to `out` as a JSON string, in quotes and escaped. Bytes that are no UTF-8 become U+FFFD.
void add_json_string(std::string& out, std::string_view text);

/// One object, added to a text key by key, exactly as `to_line` would write it. Keys are ours and need no escapes.
class JsonText {
  public:
    /// Borrows `out`.
    explicit JsonText(std::string& out) : out_(out) { out_ += '{'; }
    /// A text, a number, a bool, `nullptr`, or a list of numbers.
    template <class T>
    void set(std::string_view key, const T& value) {
        if (out_.back() != '{') out_ += ',';
        out_ += '"';
        out_ += key;
        out_ += "\":";
        add(value);
    }
    /// Ends the object.
    void close() { out_ += '}'; }

  private:
    template <class T>
    void add(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            out_ += value ? "true" : "false";
        } else if constexpr (std::is_null_pointer_v<T>) {
            out_ += "null";
        } else if constexpr (std::is_integral_v<T>) {
            std::array<char, 24> digits;
            out_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
        } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
            add_json_string(out_, value);
        } else {
            const char* before = "[";
            for (const auto& each : value) {
                out_ += before;
                add(each);
                before = ",";
            }
            out_ += *before == '[' ? "[]" : "]";
        }
    }
    std::string& out_;
};

}  // namespace mexbase
