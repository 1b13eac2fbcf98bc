// SPDX-License-Identifier: MIT
/// \file
/// Names of vertices, stored compactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mexbase {

/// A vertex of a board, 0..vertex_count-1.
using Vertex = std::uint32_t;

/// Maximum length of a vertex name, in bytes.
inline constexpr std::size_t longest_name = 1000;

/// A board has fewer vertices, and fewer arcs, than this.
inline constexpr std::uint64_t board_limit = 0xffffffff;

/// Returns the error in a vertex name, for a message, or `std::nullopt` if the name is valid. A valid name is
/// well-formed UTF-8 of 1..`longest_name` bytes without control characters. `#` and a number are not a valid name,
/// because they mean an index.
std::optional<std::string> fault_of_name(std::string_view name);

/// Reads a decimal number below 2^32 without a sign or leading zeros; returns `std::nullopt` for any other text.
std::optional<std::uint32_t> number_of_name(std::string_view text);

/// Consecutive vertices from `first` on, named by consecutive numbers from `number` on.
struct NumberRun {
    std::uint32_t number = 0;
    Vertex first = 0;
    friend bool operator==(const NumberRun&, const NumberRun&) = default;
};

/// Distinct names of the vertices 0..size-1: texts, or ascending numbers that are stored as runs. Safe to read from
/// several threads once complete.
class VertexNames {
  public:
    VertexNames() = default;
    /// Makes `size` names that are numbers. The first run begins at vertex 0; each further run at a later vertex and a
    /// number above all earlier numbers. All numbers must be below 2^32, and `size` below `board_limit`.
    VertexNames(std::vector<NumberRun> runs, std::uint64_t size) : size_(size), runs_(std::move(runs)) {}

    std::uint64_t size() const { return runs_.empty() ? ends_.size() : size_; }
    /// Returns the name of `v`, which must be below `size()`.
    std::string operator[](Vertex v) const { return runs_.empty() ? std::string(text(v)) : std::to_string(number(v)); }
    /// Returns the vertex of that name, or `size()`.
    std::uint64_t find(std::string_view name) const;

    /// Appends `name` unless a vertex has it. Returns the vertex, and true if it is new. Only for names that are texts.
    /// Throws `Error{bad_file}` past `board_limit`. Does not validate the name.
    std::pair<Vertex, bool> add(std::string_view name);

    /// Returns the runs of numbers; empty if the names are texts.
    std::span<const NumberRun> runs() const { return runs_; }
    /// Returns the name of `v`, valid until the next `add`. Only for names that are texts.
    std::string_view text(Vertex v) const {
        const std::uint64_t begin = v == 0 ? 0 : ends_[v - 1];
        return std::string_view(letters_).substr(begin, ends_[v] - begin);
    }
    std::uint64_t bytes() const;

    friend bool operator==(const VertexNames& a, const VertexNames& b);

  private:
    /// A slot of the hash table. `vertex` is the vertex plus 1, or 0 if free. `hash` saves most comparisons of texts.
    struct Slot {
        std::uint32_t hash = 0, vertex = 0;
    };

    std::uint32_t number(Vertex v) const;
    std::size_t place_of(std::uint32_t hash, std::string_view name) const;
    void grow();

    std::uint64_t size_ = 0;
    std::vector<NumberRun> runs_;
    std::string letters_;              // all texts, concatenated
    std::vector<std::uint64_t> ends_;  // end of each text
    std::vector<Slot> slots_;          // open addressing
};

}  // namespace mexbase
