/// \file
/// Names of vertices, kept in little memory.
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

/// The longest name of a vertex, in bytes.
inline constexpr std::size_t longest_name = 1000;

/// A board has fewer vertices, and fewer arcs.
inline constexpr std::uint64_t board_limit = 0xffffffff;

/// What is wrong with a vertex's name, for an error message; nothing if a position text can name it: well-formed UTF-8
/// of 1..`longest_name` bytes without control characters, and not `#` and a number, which is an index.
std::optional<std::string> fault_of_name(std::string_view name);

/// The number below 2^32 that `text` is in decimal, without a sign or leading zeros; nothing for any other text.
std::optional<std::uint32_t> number_of_name(std::string_view text);

/// Vertices from `first` on, named by the numbers from `number` on.
struct NumberRun {
    std::uint32_t number = 0;
    Vertex first = 0;
    friend bool operator==(const NumberRun&, const NumberRun&) = default;
};

/// Distinct names of the vertices 0..size-1: texts, or ascending numbers, of which only runs are kept. For any number
/// of readers once it is complete.
class VertexNames {
  public:
    VertexNames() = default;
    /// `size` names that are numbers: the first run begins with vertex 0, each further one later, at a number above all
    /// before it; all are below 2^32, and size is below `board_limit`.
    VertexNames(std::vector<NumberRun> runs, std::uint64_t size) : size_(size), runs_(std::move(runs)) {}

    std::uint64_t size() const { return runs_.empty() ? ends_.size() : size_; }
    /// The name of `v`, below size.
    std::string operator[](Vertex v) const { return runs_.empty() ? std::string(text(v)) : std::to_string(number(v)); }
    /// The vertex of that name, or size.
    std::uint64_t find(std::string_view name) const;

    /// The vertex of that name, added as the last if there is none, and whether it was. Not where names are numbers.
    /// Throws `Error{bad_file}` past `board_limit`. What names may be is not looked at.
    std::pair<Vertex, bool> add(std::string_view name);

    /// Runs of numbers; none where the names are texts.
    std::span<const NumberRun> runs() const { return runs_; }
    /// The name of `v` where names are texts, until the next is added.
    std::string_view text(Vertex v) const {
        const std::uint64_t begin = v == 0 ? 0 : ends_[v - 1];
        return std::string_view(letters_).substr(begin, ends_[v] - begin);
    }
    /// What they take in memory.
    std::uint64_t bytes() const;

    /// Whether the same vertices have the same names.
    friend bool operator==(const VertexNames& a, const VertexNames& b);

  private:
    /// A vertex plus 1, or 0 where there is none; by the hash most texts that are others need not be looked at.
    struct Slot {
        std::uint32_t hash = 0, vertex = 0;
    };

    std::uint32_t number(Vertex v) const;
    std::size_t place_of(std::uint32_t hash, std::string_view name) const;
    void grow();

    std::uint64_t size_ = 0;
    std::vector<NumberRun> runs_;
    std::string letters_;              // of all texts, one after another
    std::vector<std::uint64_t> ends_;  // of each text
    std::vector<Slot> slots_;          // open addressing
};

}  // namespace mexbase
