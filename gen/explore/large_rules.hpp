/// \file
/// Rules explored at full size: from two functions to a game of a hundred million positions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/in_threads.hpp"
#include "../../query/format/checksum.hpp"
#include "check_canonical.hpp"
#include "explored.hpp"
#include "explored_rules.hpp"
#include "position_set.hpp"
#include "text_order.hpp"

namespace mexbase {

/// How to explore at full size, and where to put what does not fit into memory.
struct LargeOptions {
    ExploreOptions explore;  ///< `bound` must be 0; `keep` is not called
    ReversingOptions reversing;
};

namespace detail {

/// By what positions are compared: by their bytes where these are the position, else by their texts.
template <class R>
class PositionKey {
  public:
    using Position = typename R::Position;

    explicit PositionKey(RulesAnswers<R> answers) : answers_(answers) {}

    std::uint64_t hash(const Position& p) const {
        if constexpr (by_bytes) {
            std::uint64_t hash = 0;
            const auto bytes = std::as_bytes(std::span(&p, 1));
            for (std::size_t at = 0; at < sizeof(Position); at += sizeof hash) {
                std::uint64_t word = 0;
                std::memcpy(&word, bytes.data() + at, std::min(sizeof word, sizeof(Position) - at));
                hash = splitmix64(hash + word + 0x9e3779b97f4a7c15U);
            }
            return hash;
        } else {
            const std::string text = answers_.written(p);
            return checksum64(std::as_bytes(std::span(text)));
        }
    }
    bool same(const Position& p, const Position& q) const {
        if constexpr (by_bytes)
            return std::memcmp(&p, &q, sizeof(Position)) == 0;
        else
            return answers_.written(p) == answers_.written(q);
    }

  private:
    static constexpr bool by_bytes =
        std::is_trivially_copyable_v<Position> && std::has_unique_object_representations_v<Position>;
    RulesAnswers<R> answers_;
};

/// `ExploredPositions` of rules of type `R`.
template <ExploredRules R>
class PositionsOfRules final : public ExploredPositions {
  public:
    using Position = typename R::Position;

    PositionsOfRules(const R& rules, const ExploreOptions& options)
        : rules_(rules), answers_(rules_), set_(PositionKey<R>(answers_)), options_(options) {
        if (options.bound != 0)
            throw Error(ErrorCode::bad_usage, "bound= is not for games that are explored at full size");
        options_.threads = std::max(options_.threads, 1U);
        std::vector<Position> starts;
        for (const Position& p : rules_.starts()) starts.push_back(answers_.kept(p));
        if (starts.empty()) throw Error(ErrorCode::bad_file, "there is no position to start from");
        set_.add(starts);
        reach();
        sort();
        std::vector<std::uint32_t> numbers(starts.size());
        set_.find(starts, numbers.data());
        starts_.assign(numbers.begin(), numbers.end());
        std::ranges::sort(starts_);
        options_ = {};
    }
    PositionsOfRules(const PositionsOfRules&) = delete;
    PositionsOfRules& operator=(const PositionsOfRules&) = delete;

    Index size() const override { return set_.size(); }
    const std::vector<Index>& starts() const override { return starts_; }
    bool partizan() const override { return answers_.partizan(); }
    std::string text(Index i) const override { return answers_.written(set_[i]); }
    std::uint8_t mark(Index i) const override { return answers_.mark(set_[i]); }
    std::uint64_t option_count(Index i, Player player) const override {
        std::uint64_t count = 0;
        const Position& p = set_[i];
        if (answers_.mark(p) == Board::plain) rules_.for_each_option(p, player, [&count](const Position&) { ++count; });
        return count;
    }
    void options(Index first, Index last, Player player, MoveRows& rows) const override {
        static thread_local std::vector<Position> found;
        rows.clear();
        found.clear();
        const auto look_up = [&] {
            const std::size_t before = rows.targets.size();
            rows.targets.resize(before + found.size());
            set_.find(found, rows.targets.data() + before);
            found.clear();
        };
        for (Index i = first; i < last; ++i) {
            const Position& p = set_[i];
            if (answers_.mark(p) == Board::plain)
                answers_.for_each_option(p, player, [](const Position& q) { found.push_back(q); });
            rows.ends.push_back(rows.targets.size() + found.size());
            if (found.size() >= enough) look_up();
        }
        look_up();
    }

  private:
    static constexpr std::size_t enough = 2048;

    /// Calls `f(k)` for k = 0..parts-1, by as many threads as there may be and the system grants.
    template <class F>
    void for_each_part(std::size_t parts, const F& f) const {
        std::atomic<std::size_t> next = 0;
        in_threads(static_cast<unsigned>(std::min<std::size_t>(options_.threads, parts)), [&](unsigned) {
            for (std::size_t k; (k = next.fetch_add(1)) < parts;) f(k);
        });
    }

    /// Asks about all positions in the order in which they were found. Many are asked about at once, by all threads,
    /// while the set stays as it is; then what it does not have is added, in order.
    void reach() {
        constexpr std::uint64_t most_at_once = std::uint64_t{1} << 18, part = 1 << 12;
        std::vector<std::vector<Position>> parts;
        for (std::uint64_t asked = 0; asked < set_.size();) {
            const std::uint64_t end = std::min(set_.size(), asked + most_at_once);
            parts.resize(static_cast<std::size_t>((end - asked + part - 1) / part));
            for_each_part(parts.size(), [&](std::size_t k) {
                parts[k] = unknown_options(asked + k * part, std::min(end, asked + (k + 1) * part));
            });
            for (std::vector<Position>& unknown : parts) {
                set_.add(unknown);
                unknown = std::vector<Position>();
                check_size();
            }
            asked = end;
            if (options_.progress) options_.progress(asked, set_.size());
        }
    }
    std::vector<Position> unknown_options(std::uint64_t first, std::uint64_t last) const {
        std::vector<Position> found, unknown;
        std::vector<std::uint32_t> numbers;
        const auto look_up = [&] {
            numbers.resize(found.size());
            set_.find(found, numbers.data());
            for (std::size_t k = 0; k < found.size(); ++k)
                if (numbers[k] == Set::none) unknown.push_back(found[k]);
            found.clear();
        };
        for (std::uint64_t number = first; number < last; ++number) {
            const Position& p = set_[number];
            if (answers_.mark(p) == Board::plain)
                for (const Player player : {Player::left, Player::right})
                    if (player == Player::left || partizan())
                        answers_.for_each_option(p, player, [&found](const Position& q) { found.push_back(q); });
            if (found.size() >= enough) look_up();
        }
        look_up();
        return unknown;
    }
    void check_size() const {
        if (set_.size() > std::min(options_.positions, Set::most))
            throw Error(
                ErrorCode::out_of_memory,
                "play reaches more than " + std::to_string(std::min(options_.positions, Set::most)) + " positions");
        // Sorting takes them with their numbers, besides where they go.
        const std::uint64_t bytes = std::max(set_.bytes(), set_.size() * (sizeof(Numbered) + sizeof(Position)));
        if (options_.memory != 0 && bytes > options_.memory)
            throw Error(ErrorCode::out_of_memory, "exploring takes more memory than there may be: " +
                                                      std::to_string(set_.size()) + " positions are known so far");
    }

    /// A position and the number that orders its text.
    struct Numbered {
        std::uint64_t key;
        Position position;
    };

    /// Numbers the positions by their texts.
    void sort() {
        const std::size_t threads = options_.threads;
        const auto first_of = [threads, size = set_.size()](std::size_t part) { return size * part / threads; };
        std::vector<TextOrder> orders(threads);
        for_each_part(threads, [&](std::size_t k) {
            for (std::uint64_t n = first_of(k); n < first_of(k + 1); ++n) orders[k].add(answers_.text(set_[n]));
        });
        TextOrder order;
        for (const TextOrder& each : orders) order.add(each);
        order.finish();
        std::vector<Numbered> all;
        all.reserve(static_cast<std::size_t>(set_.size()));
        set_.drain([&all](Position&& p) { all.push_back({0, std::move(p)}); });
        const auto less = [&](const Numbered& a, const Numbered& b) {
            if (a.key != b.key || order.exact()) return a.key < b.key;
            return answers_.written(a.position) < answers_.written(b.position);
        };
        const auto begin_of = [&](std::size_t part) {
            return all.begin() + static_cast<std::ptrdiff_t>(first_of(part));
        };
        for_each_part(threads, [&](std::size_t k) {
            std::for_each(begin_of(k), begin_of(k + 1),
                          [&](Numbered& each) { each.key = order.key(answers_.written(each.position)); });
        });
        // What belongs into each part is brought there first, so that nothing has to be merged.
        for (std::size_t k = 1; k < threads; ++k) std::nth_element(begin_of(k - 1), begin_of(k), all.end(), less);
        for_each_part(threads, [&](std::size_t k) { std::sort(begin_of(k), begin_of(k + 1), less); });
        for (std::size_t n = 0; n < all.size(); ++n) {
            if (n != 0 && !less(all[n - 1], all[n]))
                throw Error(ErrorCode::bad_file,
                            "two positions have the text " + in_quotes(answers_.written(all[n].position)));
            if (n != 0) set_.append(std::move(all[n - 1].position));
        }
        set_.append(std::move(all.back().position));
        all = std::vector<Numbered>();
        set_.index();
    }

    using Set = PositionSet<Position, PositionKey<R>>;

    const R rules_;
    RulesAnswers<R> answers_;
    Set set_;
    std::vector<Index> starts_;
    ExploreOptions options_;
};

}  // namespace detail

/// Explores a game from its rules at full size. `R::Position` should be a plain value without padding: then a position
/// takes its own bytes and 8 more, else its text is written whenever it is looked up, and its text is what it is known
/// by. Time: each position is asked for its options four times or so. Throws `Error{out_of_memory}` for more positions
/// or bytes than there may be, `Error{bad_file}` and `Error{verification_failed}` for rules at fault,
/// `Error{io}`.
template <ExploredRules R>
Explored explore_large(const R& rules, const LargeOptions& options = {}) {
    sample_rules(rules);
    return Explored(std::make_shared<const detail::PositionsOfRules<R>>(rules, options.explore), options.reversing,
                    options.explore.threads);
}

}  // namespace mexbase
