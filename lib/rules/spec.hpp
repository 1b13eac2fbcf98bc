// SPDX-License-Identifier: MIT
/// \file
/// Game specs: texts that name a game, as `family:key=value,key=value`. Also the descriptions of keys.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../raw_spec.hpp"
#include "../value/distance.hpp"
#include "../value/value_kind.hpp"

namespace mexbase {

class Board;

/// Description of a key: the name of a parameter in the specs of a family (`family:key=value`).
struct KeyHelp {
    std::string_view name;
    std::string_view fallback = {};  ///< value if the key is absent; empty if the key must be given
    std::string_view range = {};     ///< allowed values, for people; left out if `words` has them all
    std::string_view meaning;
    /// Kind of board file that the value names; `none` for keys that are not a file. For `graph` the file is an edge
    /// list, or a DOT or GraphML file. For `board` the value is a family of boards (`board/families.hpp`) or a DOT or
    /// GraphML file of an undirected graph, which must be simple. For `program` a program defines the board.
    enum class File : std::uint8_t { none, graph, snakes, board, program } file = File::none;
    /// The value is a text in which every character is significant, even a leading zero. In other keys that are not
    /// files, numbers lose their leading zeros, so that equal numbers give equal specs.
    bool verbatim = false;
    /// The key may be absent although it has no default (see `Parameters::has`). A normalised spec then lacks it too.
    bool optional = false;
    /// Specs may leave out the name of the key, and normalised specs do: `chess:KQKR`. At most one key per family.
    bool nameless = false;
    /// The key only limits the positions that one table holds, or changes how they are numbered. A position has the
    /// same value in all such tables. So finding a position in one of them does not need this key.
    bool scope = false;
    /// Allowed words: all allowed values if `range` is empty, otherwise names for some of the values.
    std::span<const std::string_view> words = {};
};

/// Returns a text for users that lists the allowed values of a key: a range, or words (`even or odd`).
std::string range_of(const KeyHelp&);

/// A default for `key` that applies only if the kind of value `kind` is requested.
struct ImpliedKey {
    ValueKind kind;
    std::string_view key;
    std::string_view value;
};

/// The texts that `mexgen describe` prints for a family.
struct FamilyHelp {
    std::string_view summary;   ///< one line
    std::string_view position;  ///< how to write a position, with an example
    std::string_view source;    ///< source of the rules
    std::span<const KeyHelp> keys;
    std::string_view example;  ///< a spec that works
    std::span<const ImpliedKey> implied = {};
};

/// Adds absent keys that have a default for the kind of value `kind` (`FamilyHelp::implied`).
void add_implied_keys(RawSpec& raw, const FamilyHelp& help, ValueKind kind);

/// The checked parameters of one game, in the order of `FamilyHelp::keys`. Absent keys have their defaults, and numbers
/// have no leading zeros.
class Parameters {
  public:
    /// Matches `raw` against the keys of its family. Throws `Error{bad_spec}` that names an unknown or missing key.
    Parameters(const RawSpec& raw, const FamilyHelp& help) : Parameters(raw, help, false) {}
    /// Overload that allows a key to be absent if it only limits the positions of a table (`KeyHelp::scope`).
    static Parameters without_extents(const RawSpec& raw, const FamilyHelp& help) { return {raw, help, true}; }

    /// Returns true if an optional key was given.
    bool has(std::string_view key) const;
    /// Returns the value of `key`, a number in [low, high]. Throws `Error{bad_spec}` that names key and range.
    std::uint64_t number(std::string_view key, std::uint64_t low, std::uint64_t high) const;
    /// Returns k if the value of `key` is allowed[k], counted from 0. Throws `Error{bad_spec}` for any other value.
    std::size_t choice(std::string_view key, std::initializer_list<std::string_view> allowed) const;
    /// Overload for the words of the key (`KeyHelp::words`).
    std::size_t choice(std::string_view key) const;
    /// Returns the numbers of `key` (written as `3-5-7`), sorted. Throws as `number` does, and for repeated numbers.
    std::vector<std::uint64_t> number_set(std::string_view key, std::uint64_t low, std::uint64_t high) const;
    /// Returns the value of `key` as written, except leading zeros of numbers (see `KeyHelp::verbatim`).
    const std::string& text(std::string_view key) const;
    /// Replaces the value of `key` by its normal form, such as a sorted set, or the hash of a file's content.
    void normalise(std::string_view key, std::string value);
    /// Removes an optional key whose value means the same as its absence.
    void remove(std::string_view key);

    /// Returns the board given to `attach`. Throws `Error{bad_spec}` if none was given.
    const std::shared_ptr<const Board>& board() const;
    void attach(std::shared_ptr<const Board> board) { board_ = std::move(board); }
    bool has_board() const { return board_ != nullptr; }

    /// The distance that the game counts. It is not part of the spec.
    Distance distance() const { return distance_; }
    void set_distance(Distance distance) { distance_ = distance; }

    /// Returns the normalised spec. Throws `Error{bad_spec}` if it is not a valid spec (`fault_of_spec`).
    std::string spec() const { return spec_of(true); }
    /// Returns the normalised spec without keys that limit a table (`scope`). It is equal for all tables of a game.
    std::string game() const { return spec_of(false); }

  private:
    Parameters(const RawSpec& raw, const FamilyHelp& help, bool lenient);
    std::string spec_of(bool with_scope) const;
    std::size_t choice_of(std::string_view key, std::span<const std::string_view> allowed) const;

    const FamilyHelp* help_;
    std::string family_, nameless_;
    std::vector<std::pair<std::string, std::string>> values_;
    std::shared_ptr<const Board> board_;
    Distance distance_ = Distance::end;
};

}  // namespace mexbase
