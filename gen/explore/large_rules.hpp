/// \file
/// Rules explored at full size: from two functions to a game of a hundred million positions.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
#include "exploration.hpp"
#include "explored.hpp"
#include "positions/position_checkpoint.hpp"
#include "positions/position_set.hpp"
#include "positions/record_rules.hpp"
#include "positions/scratch_exploration.hpp"
#include "positions/text_order.hpp"

namespace mexbase {

/// How to explore at full size, and where to put what does not fit into memory.
struct LargeOptions {
    /// Positions that would take more than its `memory` go to scratch files, in the folder of `reversing`; without a
    /// folder they are refused.
    ExploreOptions explore;
    ReversingOptions reversing;
    CheckpointOptions checkpoint;
};

/// How moves are turned round, in a part of the memory.
inline ReversingOptions reversing_of(const LargeOptions& options) {
    ReversingOptions reversing = options.reversing;
    if (options.explore.memory != 0 && !reversing.scratch.empty())
        reversing.memory = std::min(reversing.memory, options.explore.memory / 4);
    return reversing;
}

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

    static constexpr bool by_bytes =
        std::is_trivially_copyable_v<Position> && std::has_unique_object_representations_v<Position>;

  private:
    RulesAnswers<R> answers_;
};

/// Rules of type `R` as those of records, where a position is a plain value or a string.
template <ExploredRules R>
class RecordsOfRules final : public RecordRules {
  public:
    using Position = typename R::Position;
    static constexpr bool is_string = std::same_as<Position, std::string>;
    static constexpr bool possible = is_string || PositionKey<R>::by_bytes;

    explicit RecordsOfRules(const R& rules) : rules_(rules), answers_(rules_) {}

    std::size_t width() const override { return is_string ? 0 : sizeof(Position); }
    bool is_text() const override { return is_string && !names_text<R>; }
    bool partizan() const override { return answers_.partizan(); }
    Records starts() override {
        Records records(width());
        for (const Position& p : rules_.starts()) records.add(record_of(answers_.kept(p)));
        return records;
    }
    void ask(unsigned, const Records& positions, AskedRecords& answers) override {
        for (std::size_t k = 0; k < positions.size(); ++k) {
            const Position p = position_of(positions[k]);
            answers.marks.push_back(answers_.mark(p));
            for (const Player player : {Player::left, Player::right}) {
                if (answers.marks.back() == Board::plain && (player == Player::left || partizan()))
                    answers_.for_each_option(p, player, [&](const Position& q) { answers.options.add(record_of(q)); });
                answers.ends.push_back(static_cast<std::uint32_t>(answers.options.size()));
            }
        }
    }
    std::string text(std::string_view position) const override { return answers_.text(position_of(position)); }

    static std::string_view record_of(const Position& p) {
        if constexpr (is_string)
            return p;
        else
            return {reinterpret_cast<const char*>(&p), sizeof p};
    }
    static Position position_of(std::string_view record) {
        if constexpr (is_string) {
            return Position(record);
        } else {
            std::array<char, sizeof(Position)> bytes;
            std::ranges::copy(record, bytes.begin());
            return std::bit_cast<Position>(bytes);
        }
    }

  private:
    const R& rules_;
    RulesAnswers<R> answers_;
};

/// `ExploredPositions` of rules of type `R`, in memory.
template <ExploredRules R>
class PositionsOfRules final : public ExploredPositions {
  public:
    using Position = typename R::Position;
    using AsRecords = RecordsOfRules<R>;

    /// Explores nothing yet.
    PositionsOfRules(const R& rules, const LargeOptions& options)
        : rules_(rules),
          answers_(rules_),
          set_(PositionKey<R>(answers_)),
          options_(options.explore),
          may_spill_(AsRecords::possible && !options.reversing.scratch.empty()) {
        options_.threads = std::max(options_.threads, 1U);
    }
    PositionsOfRules(const PositionsOfRules&) = delete;
    PositionsOfRules& operator=(const PositionsOfRules&) = delete;

    /// Explores, and numbers what is found. False where it would take more memory than there may be.
    bool explore(PositionCheckpoint* checkpoint) {
        std::vector<Position> starts;
        for (const Position& p : rules_.starts()) starts.push_back(answers_.kept(p));
        if (starts.empty()) throw Error(ErrorCode::bad_file, "there is no position to start from");
        if constexpr (AsRecords::possible) {
            checkpoint_ = checkpoint;
            if (!go_on(starts)) return false;
        }
        if (set_.size() == 0) {
            set_.add(starts);
            level_end_ = set_.size();
            save();
        }
        if (!reach()) return false;
        sort();
        std::vector<std::uint32_t> numbers(starts.size());
        set_.find(starts, numbers.data());
        set_starts({numbers.begin(), numbers.end()});
        options_ = {};
        checkpoint_ = nullptr;
        return true;
    }
    /// Tells what is known to who goes on in scratch files, but for what the last level has led to so far, and forgets
    /// it.
    void hand_over(ScratchExploration& exploration) {
        if constexpr (AsRecords::possible) {
            if (checkpoint_ != nullptr && checkpoint_->works() && checkpoint_->saved() < level_end_) save_now();
            constexpr std::uint64_t at_once = 4096;
            constexpr std::size_t width = AsRecords::is_string ? 0 : sizeof(Position);
            std::uint64_t number = 0;
            Records some(width);
            set_.drain([&](Position&& p) {
                if (number < level_end_) some.add(AsRecords::record_of(p));
                ++number;
                if (number == asked_ || number == level_end_ || number % at_once == 0)
                    exploration.know(std::exchange(some, Records(width)), number <= asked_);
            });
        }
    }

    Index size() const override { return set_.size(); }
    bool has_sides() const override { return answers_.partizan(); }
    bool cut_off() const override { return !aside_.empty(); }
    std::string text(Index i) const override { return answers_.written(set_[i]); }
    std::uint64_t option_count(Index i, Player player) const override {
        std::uint64_t count = 0;
        const Position& p = set_[i];
        if (end_mark(i) == Board::plain) rules_.for_each_option(p, player, [&count](const Position&) { ++count; });
        return count;
    }
    void moves(Index first, Index last, Player player, MoveRows& rows) const override {
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
            if (end_mark(i) == Board::plain)
                answers_.for_each_option(set_[i], player, [](const Position& q) { found.push_back(q); });
            rows.ends.push_back(rows.targets.size() + found.size());
            if (found.size() >= enough) look_up();
        }
        look_up();
    }

  private:
    static constexpr std::size_t enough = 2048;

    std::uint8_t end_mark(Index i) const override {
        return is_aside(i) ? std::uint8_t{Board::beyond} : answers_.mark(set_[i]);
    }

    /// Calls `f(k)` for k = 0..parts-1, by as many threads as there may be and the system grants.
    template <class F>
    void for_each_part(std::size_t parts, const F& f) const {
        std::atomic<std::size_t> next = 0;
        in_threads(static_cast<unsigned>(std::min<std::size_t>(options_.threads, parts)), [&](unsigned) {
            for (std::size_t k; (k = next.fetch_add(1)) < parts;) f(k);
        });
    }

    /// Asks about all positions in the order in which they were found, level by level. Many are asked about at once, by
    /// all threads, while the set stays as it is; then what it does not have is added, in order. False where there is
    /// no memory for that.
    bool reach() {
        constexpr std::uint64_t part = 1 << 12;
        const std::uint64_t most_at_once =
            options_.memory == 0 ? std::uint64_t{1} << 18
                                 : std::clamp<std::uint64_t>(options_.memory >> 12, 1 << 12, std::uint64_t{1} << 18);
        std::vector<std::vector<Position>> parts;
        while (asked_ < level_end_ && fits_bound(options_.bound, asked_, level_end_ - asked_)) {
            for (std::uint64_t asked = asked_; asked < level_end_;) {
                const std::uint64_t end = std::min(level_end_, asked + most_at_once);
                parts.resize(static_cast<std::size_t>((end - asked + part - 1) / part));
                for_each_part(parts.size(), [&](std::size_t k) {
                    parts[k] = unknown_options(asked + k * part, std::min(end, asked + (k + 1) * part));
                });
                for (std::vector<Position>& unknown : parts) {
                    set_.add(unknown);
                    unknown = std::vector<Position>();
                    if (!fits()) return false;
                }
                asked = end;
                if (options_.progress) options_.progress(asked, set_.size());
            }
            asked_ = level_end_;
            level_end_ = set_.size();
            save();
        }
        return true;
    }
    /// Goes on from what was saved, if that is. False where it does not fit into memory.
    bool go_on(const std::vector<Position>& starts) {
        if (checkpoint_ == nullptr) return true;
        const PositionCheckpoint::Saved saved = checkpoint_->load();
        if (saved.positions == 0) return true;
        if (options_.memory != 0 && may_spill_ && bytes_of(saved.positions) > options_.memory) return false;
        checkpoint_->for_each([this](Records&& some) {
            std::vector<Position> positions;
            for (std::size_t k = 0; k < some.size(); ++k) positions.push_back(AsRecords::position_of(some[k]));
            set_.add(positions);
        });
        asked_ = saved.asked;
        level_end_ = set_.size();
        // Whether they are what these rules lead to is seen by some.
        constexpr std::uint64_t most_looked_at = 1000;
        std::vector<std::uint32_t> numbers(starts.size());
        set_.find(starts, numbers.data());
        if (set_.size() != saved.positions || std::ranges::count(numbers, Set::none) != 0 ||
            !unknown_options(0, std::min(asked_, most_looked_at)).empty())
            throw_other_checkpoint();
        return true;
    }
    void save() {
        if (checkpoint_ != nullptr && checkpoint_->is_due()) save_now();
    }
    void save_now() {
        if constexpr (AsRecords::possible) {
            std::uint64_t number = checkpoint_->saved();
            checkpoint_->save(asked_, [&](Records& some) {
                constexpr std::uint64_t piece = 1 << 22;
                while (number < level_end_ && some.bytes() < piece) some.add(AsRecords::record_of(set_[number++]));
                return number == level_end_;
            });
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
                    if (player == Player::left || has_sides())
                        answers_.for_each_option(p, player, [&found](const Position& q) { found.push_back(q); });
            if (found.size() >= enough) look_up();
        }
        look_up();
        return unknown;
    }
    /// What so many positions take while they are sorted, with their numbers, besides where they go; or while the set
    /// grows.
    static std::uint64_t bytes_of(std::uint64_t positions) {
        return positions * std::max(sizeof(Numbered) + sizeof(Position), sizeof(Position) + 12);
    }
    /// Whether there is memory for what is known. Throws where there is not, and no other room.
    bool fits() const {
        const std::uint64_t most = std::min(options_.positions, Set::most);
        if (set_.size() > most) throw_too_many(most);
        if (options_.memory == 0 || bytes_of(set_.size()) <= options_.memory) return true;
        if (may_spill_) return false;
        throw Error(ErrorCode::out_of_memory,
                    "exploring takes more memory than there may be: " + std::to_string(set_.size()) +
                        " positions are known so far" +
                        (AsRecords::possible ? "" : ", and they are neither plain values nor strings"));
    }
    bool is_aside(Index i) const { return !aside_.empty() && aside_[static_cast<std::size_t>(i)]; }

    /// A position and the number that orders its text.
    struct Numbered {
        std::uint64_t key;
        Position position;
    };

    /// Numbers the positions by their texts.
    void sort() {
        std::vector<Position> aside;
        for (std::uint64_t number = asked_; number < set_.size(); ++number) aside.push_back(set_[number]);
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
        if (aside.empty()) return;
        std::vector<std::uint32_t> numbers(aside.size());
        set_.find(aside, numbers.data());
        aside_.resize(static_cast<std::size_t>(set_.size()));
        for (const std::uint32_t number : numbers) aside_[number] = true;
    }

    using Set = PositionSet<Position, PositionKey<R>>;

    const R rules_;
    RulesAnswers<R> answers_;
    Set set_;
    ExploreOptions options_;
    bool may_spill_;
    std::uint64_t asked_ = 0, level_end_ = 0;  // of a level that is whole
    std::vector<bool> aside_;                  // positions past the bound; empty where there are none
    PositionCheckpoint* checkpoint_ = nullptr;
};

/// The positions of rules, in memory or in scratch files.
template <ExploredRules R>
std::shared_ptr<ExploredPositions> positions_of(const R& rules, const LargeOptions& options) {
    using AsRecords = RecordsOfRules<R>;
    auto positions = std::make_shared<PositionsOfRules<R>>(rules, options);
    if constexpr (AsRecords::possible) {
        AsRecords records(rules);
        PositionCheckpoint checkpoint(options.checkpoint, records.width());
        if (positions->explore(&checkpoint)) return positions;
        ScratchExploration exploration(records, options.explore, options.reversing.scratch, &checkpoint);
        positions->hand_over(exploration);
        positions.reset();
        return std::move(exploration).finish();
    } else {
        positions->explore(nullptr);
        return positions;
    }
}

}  // namespace detail

/// Explores a game from its rules at full size. `R::Position` should be a plain value without padding: then a position
/// takes its own bytes and 8 more, else its text is written whenever it is looked up, and its text is what it is known
/// by. What would take more memory than `LargeOptions` allow goes to scratch files, if positions are such plain values
/// or strings. Time: each position is asked for its options four times or so, in scratch files two or three times.
/// Throws `Error{out_of_memory}` for more positions than there may be, or bytes where there is no scratch folder;
/// `Error{bad_file}` and `Error{verification_failed}` for rules at fault, `Error{io}`.
template <ExploredRules R>
Explored explore_large(const R& rules, const LargeOptions& options = {}) {
    sample_rules(rules);
    return Explored(detail::positions_of(rules, options), reversing_of(options), options.explore.threads);
}

}  // namespace mexbase
