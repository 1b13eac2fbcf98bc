/// \file
/// Game specs: `family:key=value,key=value`, and what a family says about its keys.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../raw_spec.hpp"
#include "../value/value_kind.hpp"

namespace mexbase {

class Board;

/// One key of a family.
struct KeyHelp {
    std::string_view name;
    std::string_view fallback;    ///< value when the key is absent; empty: the key must be given
    std::string_view range = {};  ///< allowed values, for people; left out where `words` has them all
    std::string_view meaning;
    /// How a board file given here is read; `none` for keys that are no file. For `graph` it is an edge list, or a DOT
    /// or GraphML file. For `board` the value is a family of boards (`board/families.hpp`) or a DOT or GraphML file of
    /// an undirected graph, which must be simple. For `program` the board is what a program answers, and nobody gives
    /// the value.
    enum class File : std::uint8_t { none, graph, snakes, board, program } file = File::none;
    /// The value is a text in which every character counts, leading zeros too. Any other key that names no file is
    /// taken for a number, numbers joined by `-`, or a word, and its numbers lose leading zeros: equal numbers, equal
    /// specs.
    bool verbatim = false;
    /// The key may be left out although it has no fallback; the spec is then without it. `Parameters::has` tells.
    bool optional = false;
    /// Its value may be written without its name, and is: `chess:KQKR`. One key of a family at most.
    bool nameless = false;
    /// The key says no more than how much of its game a table has, or how it numbers positions: one that several tables
    /// have, whatever they say here, is worth the same in each. So the key need not be known to find a position in one
    /// of many tables.
    bool scope = false;
    /// The words that the value may be: all that `Parameters::choice` takes, or names for some of the values.
    std::span<const std::string_view> words = {};
};

/// The allowed values of a key, for people: its range, or its words as `even or odd`.
std::string range_of(const KeyHelp&);

/// A key that is taken to be given, unless another value of it is, when a certain kind of value is asked for.
struct ImpliedKey {
    ValueKind kind;
    std::string_view key;
    std::string_view value;
};

/// What `describe` prints of a family.
struct FamilyHelp {
    std::string_view summary;   ///< one line
    std::string_view position;  ///< how a position is written, with an example
    std::string_view source;    ///< where the rules are from
    std::span<const KeyHelp> keys;
    std::string_view example;  ///< a spec that works
    std::span<const ImpliedKey> implied = {};
};

/// Adds the keys of the family that are taken to be given for that kind of value, where they are not.
void add_implied_keys(RawSpec& raw, const FamilyHelp& help, ValueKind kind);

/// The checked parameters of one game: every key of the family in declared order, defaults written out, numbers without
/// leading zeros.
class Parameters {
  public:
    /// Matches `raw` against the keys of its family. Throws `Error{bad_spec}` that names an unknown or missing key.
    Parameters(const RawSpec& raw, const FamilyHelp& help) : Parameters(raw, help, false) {}
    /// The same where keys that say no more than an extent (`KeyHelp::scope`) may be left out.
    static Parameters without_extents(const RawSpec& raw, const FamilyHelp& help) { return {raw, help, true}; }

    /// Whether an optional key was given.
    bool has(std::string_view key) const;
    /// The value of `key` as a number in [low, high]; throws `Error{bad_spec}` that names the key and the range.
    std::uint64_t number(std::string_view key, std::uint64_t low, std::uint64_t high) const;
    /// The value of `key`, one of `allowed`; throws likewise. Returns its place in the list.
    std::size_t choice(std::string_view key, std::initializer_list<std::string_view> allowed) const;
    /// The same, one of the key's words.
    std::size_t choice(std::string_view key) const;
    /// The value of `key` as distinct numbers in [low, high] separated by `-`, ascending; throws likewise.
    std::vector<std::uint64_t> number_set(std::string_view key, std::uint64_t low, std::uint64_t high) const;
    /// The value of `key` as written, but for the leading zeros of numbers (see `KeyHelp::verbatim`).
    const std::string& text(std::string_view key) const;
    /// Replaces the value of `key` by a normalised one (a set in order, a file by the hash of its content).
    void normalise(std::string_view key, std::string value);

    /// The board that the file key names. Throws `Error{bad_spec}` when none was attached.
    const std::shared_ptr<const Board>& board() const;
    /// Gives the board that the file key names.
    void attach(std::shared_ptr<const Board> board) { board_ = std::move(board); }
    /// Whether a board was attached.
    bool has_board() const { return board_ != nullptr; }

    /// The normalised spec. Throws `Error{bad_spec}` for what `fault_of_spec` finds fault with.
    std::string spec() const { return spec_of(true); }
    /// The same without the keys that say an extent: the game, whatever a table has of it.
    std::string game() const { return spec_of(false); }

  private:
    Parameters(const RawSpec& raw, const FamilyHelp& help, bool lenient);
    std::string spec_of(bool with_scope) const;
    std::size_t choice_of(std::string_view key, std::span<const std::string_view> allowed) const;

    const FamilyHelp* help_;
    std::string family_, nameless_;
    std::vector<std::pair<std::string, std::string>> values_;
    std::shared_ptr<const Board> board_;
};

}  // namespace mexbase
