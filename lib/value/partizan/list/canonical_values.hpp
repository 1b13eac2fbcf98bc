/// \file
/// The partizan values that a table holds.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../arena.hpp"
#include "../game_import.hpp"
#include "canonical_value.hpp"
#include "game_list.hpp"

namespace mexbase {

/// The classes of a list's values, by number, from their options. The numbers in the list must be in range.
std::vector<OutcomeClass> outcomes_of(const GameList& list);

/// Where the values of a list are read, a part of them at a time: part p has the values from p·2^`part_log2` on.
class GameParts {
  public:
    GameParts() = default;
    GameParts(const GameParts&) = delete;
    GameParts& operator=(const GameParts&) = delete;
    virtual ~GameParts() = default;
    virtual std::uint32_t size() const = 0;
    virtual unsigned part_log2() const = 0;
    /// The most options that the list has in all.
    virtual std::uint64_t most_options() const = 0;
    /// The values of some parts, ascending, a list for each: games by their place in the part. Options come before
    /// their values, in order; all numbers are in range. Throws `Error`.
    virtual std::vector<GameList> read(std::span<const std::uint32_t> parts) const = 0;
};

/// The distinct values of a table, by number. Safe for any number of threads. Numbers are below `size()`.
///
/// Made of a list, all of them are there. Made of parts, a value is there once it was needed, with all that it is made
/// of; what is said of a value may be asked only of one that is there.
class CanonicalValues {
  public:
    /// Throws `Error{corrupt}` for what is no list of distinct canonical forms: see `load_games`.
    explicit CanonicalValues(GameList list);
    explicit CanonicalValues(std::unique_ptr<const GameParts> parts);
    ~CanonicalValues();
    CanonicalValues(CanonicalValues&&) noexcept;

    std::uint32_t size() const { return size_; }
    /// Whether a value is there.
    bool has(std::uint32_t value) const {
        return (there_[value / 64].load(std::memory_order_acquire) >> value % 64 & 1) != 0;
    }
    /// Reads values, their followers and their atomic weights, unless they are there. Throws `Error{corrupt}` where
    /// they are not canonical forms, and what reading throws.
    void need(std::span<const std::uint32_t> values) const;
    /// Reads all. Throws likewise.
    void need_all() const;

    OutcomeClass outcome(std::uint32_t value) const { return static_cast<OutcomeClass>(outcomes_[value]); }
    /// See `GameArena::fingerprint`.
    std::uint64_t fingerprint(std::uint32_t value) const { return fingerprints_[value]; }
    /// The number of the atomic weight; nothing where the value is not all-small.
    std::optional<std::uint32_t> atomic_weight(std::uint32_t value) const {
        if (weights_[value] == 0) return std::nullopt;
        return weights_[value] - 1;
    }
    /// In CGSuite's notation (`to_text` of partizan values). Throws `Error{not_applicable}` where it is too long.
    std::string text(std::uint32_t value) const;

    /// A value in another arena, where the import leads from this one's `arena`.
    PartizanId import(GameImport& importer, std::uint32_t value) const;

    /// The list of all values. This and the next two mean something after `need_all` only.
    const GameList& list() const { return list_; }
    /// All of the values in one arena, and where each of them is there. For adding: copy the arena first.
    const GameArena& arena() const { return arena_; }
    PartizanId game(std::uint32_t value) const { return ids_[value] - 1; }

  private:
    struct Parts;
    /// Zeros, which take no memory before they are touched.
    struct Free {
        void operator()(void* at) const { std::free(at); }
    };
    template <class T>
    using Zeros = std::unique_ptr<T[], Free>;
    template <class T>
    static Zeros<T> zeros(std::uint32_t count);
    explicit CanonicalValues(std::uint32_t size);
    void load(std::span<const std::uint32_t> values) const;
    /// Reads those parts that were not read. The lock, which the caller holds, is not held meanwhile.
    void read_parts(std::vector<std::uint32_t> parts, std::unique_lock<std::mutex>& lock) const;
    /// Locks the arena while it may still grow.
    std::unique_lock<std::mutex> locked() const;
    /// Keeps what is said of a value that was made: the one at that place of a list.
    void keep(std::uint32_t value, PartizanId id, const GameList& list, std::uint32_t at) const;
    /// Makes it first; its options are made.
    void add(std::uint32_t value, const GameList& list, std::uint32_t at) const;
    void mark_there(std::uint32_t value) const {
        there_[value / 64].fetch_or(std::uint64_t{1} << value % 64, std::memory_order_release);
    }

    std::uint32_t size_;
    // Written under a lock, before the value is marked as there.
    mutable GameArena arena_;
    Zeros<PartizanId> ids_;  // plus 1; 0: not made
    Zeros<std::uint8_t> outcomes_;
    Zeros<std::uint64_t> fingerprints_;
    Zeros<std::uint32_t> weights_;  // plus 1; 0: none
    mutable std::vector<std::atomic<std::uint64_t>> there_;
    mutable GameList list_;         // of all, once they were read
    std::unique_ptr<Parts> parts_;  // null where all was there from the beginning
};

}  // namespace mexbase
