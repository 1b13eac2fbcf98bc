/// \file
/// All that play reaches from its starts, asked for level by level.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/error.hpp"
#include "../../lib/programs/answers.hpp"
#include "../parallel_ordered.hpp"
#include "positions/level_threads.hpp"

namespace mexbase {

class Exploration;

/// How far to explore, and with what.
struct ExploreOptions {
    unsigned threads = 1;
    std::uint64_t positions = 100'000'000;  ///< more are refused
    std::uint64_t bound = 0;   ///< only as many whole levels are asked about as have so many positions; 0: all
    std::uint64_t memory = 0;  ///< bytes; 0: no limit
    /// Called now and then with the positions that were asked about and those that are known; may be empty.
    std::function<void(std::uint64_t asked, std::uint64_t known)> progress;
    /// Called after each level, the last too, with what is known then; may be empty.
    std::function<void(const Exploration&)> keep;
};

/// There is no memory for positions and moves.
class NoMemoryForMoves : public Error {
  public:
    explicit NoMemoryForMoves(std::string_view message) : Error(ErrorCode::out_of_memory, message) {}
};

/// Throws `Error{bad_file}`: the answer to a position gives the options of each player, or both players', as others do
/// not.
[[noreturn]] void throw_other_kind(std::string_view position, bool others_are_partizan);

/// What is known while play is explored: positions by the order in which they were reached, and what was answered. It
/// does not depend on who was asked at which time. For one thread.
class Exploration {
  public:
    explicit Exploration(const ExploreOptions& options) : options_(options) {}

    /// A position where play begins. Says whether it is new.
    bool add_start(std::string_view text);
    /// Takes the answer to the next position that was not asked about yet; `is_new(j)` hears of each option, the j-th
    /// of all in `answers`, that was not known, in order. Throws `Error{bad_file}` where one answer is partizan and
    /// another is not; `Error{out_of_memory}` for more positions than may be, and for more memory `NoMemoryForMoves`.
    template <class IsNew>
    void take(const Answers& answers, std::size_t k, IsNew is_new) {
        const Answers::Answer& answer = answers[k];
        begin(answer);
        for (std::uint64_t j = answer.first_option; j < answer.first_option + answer.options; ++j)
            if (add_option(answers.text(answers.option(j)), answers.option(j).owner)) is_new(j);
    }
    /// Positions that are known, and those asked about, which come first.
    std::uint64_t known() const { return texts_.size(); }
    std::uint64_t asked() const { return marks_.size(); }
    /// Whether to ask about a level of so many positions. Throws `Error{bad_usage}` if not even one level fits the
    /// bound.
    bool goes_on(std::uint64_t level) const;
    /// Some of what is known, as it is saved: texts from one number on, and answers from one position on.
    struct Part {
        std::string texts;
        std::vector<std::uint32_t> lengths, starts, options, targets;
        std::vector<std::uint8_t> marks, owners;
        bool partizan = false;
        bool more = false;  ///< this is not all
        template <class Archive>
        void serialize(Archive& archive, unsigned) {
            archive& texts& lengths& starts& options& targets& marks& owners& partizan& more;
        }
    };
    /// What comes after `known` positions and `asked` answers, a million of each at most.
    Part part(std::uint64_t known, std::uint64_t asked) const;
    /// Adds such a part. Says whether it can be one.
    bool add(const Part& part);
    /// Whether the parts that were added fit together.
    bool is_whole() const;
    std::string_view text(std::uint32_t number) const { return texts_.text(number); }
    /// Whether an answer is the one that was taken for the position of that number.
    bool agrees(std::uint32_t number, const Answers& answers, std::size_t k) const;
    /// The board: a vertex for each position, by the order of their texts.
    std::shared_ptr<const Board> finish() &&;

  private:
    void begin(const Answers::Answer& answer);
    bool add_option(std::string_view text, std::uint8_t owner);
    void check_size() const;
    std::uint64_t end_of_options(std::uint64_t number) const {
        return number + 1 < first_arc_.size() ? first_arc_[number + 1] : targets_.size();
    }

    const ExploreOptions& options_;
    VertexNames texts_;
    std::vector<std::uint64_t> first_arc_;  // of each position asked about
    std::vector<std::uint32_t> targets_;
    std::vector<std::uint8_t> owners_, marks_;
    std::vector<std::uint32_t> starts_;
    bool partizan_ = false;
};

/// Explores what `rules` reach. `Rules` has
/// - `Position`, a value that it keeps of a position until that is asked about;
/// - `starts(answers, positions)`: one answer whose options are the starts, and a `Position` for each;
/// - `ask(worker, positions, answers, options)`: adds an answer for each position, and a `Position` for each of their
///   options, in order. Calls with different workers, below `ExploreOptions::threads`, may run at once.
/// `exploration` is new, or what was saved of one, and then `level` are its positions that were not asked about yet.
/// Throws what these throw, and as `Exploration`; `Error{bad_file}` where there is no start.
template <class Rules>
std::shared_ptr<const Board> explore(Rules& rules, const ExploreOptions& options, Exploration exploration,
                                     std::vector<typename Rules::Position> level = {}) {
    using Position = typename Rules::Position;
    constexpr std::uint64_t most_at_once = 256;
    struct Batch {
        Answers answers;
        std::vector<Position> options;
    };
    std::vector<Position> next;
    if (exploration.known() == 0) {
        Batch begin;
        rules.starts(begin.answers, begin.options);
        for (std::size_t j = 0; j < begin.options.size(); ++j)
            if (exploration.add_start(begin.answers.text(begin.answers.option(j))))
                level.push_back(std::move(begin.options[j]));
        if (level.empty()) throw Error(ErrorCode::bad_file, "there is no position to start from");
    }
    LevelThreads helpers(options.threads);
    for (; !level.empty() && exploration.goes_on(level.size()); level.swap(next), next.clear()) {
        const unsigned threads = helpers.begin(level.size());
        // Small levels are shared out too.
        const std::uint64_t at_once =
            threads == 1 ? most_at_once
                         : std::clamp<std::uint64_t>(level.size() / (4 * std::uint64_t{threads}), 1, most_at_once);
        detail::parallel_ordered((level.size() + at_once - 1) / at_once, threads,
                                 [&](unsigned worker, std::uint64_t k) {
                                     Batch batch;
                                     const auto first = static_cast<std::size_t>(k * at_once);
                                     const std::size_t count = std::min<std::size_t>(at_once, level.size() - first);
                                     rules.ask(worker, std::span<const Position>(level).subspan(first, count),
                                               batch.answers, batch.options);
                                     return batch;
                                 },
                                 [&](std::uint64_t, Batch&& batch) {
                                     for (std::size_t k = 0; k < batch.answers.size(); ++k)
                                         exploration.take(batch.answers, k, [&](std::uint64_t j) {
                                             next.push_back(std::move(batch.options[static_cast<std::size_t>(j)]));
                                         });
                                     if (options.progress) options.progress(exploration.asked(), exploration.known());
                                 });
        helpers.end();
        if (options.keep) options.keep(exploration);
    }
    return std::move(exploration).finish();
}

template <class Rules>
std::shared_ptr<const Board> explore(Rules& rules, const ExploreOptions& options) {
    return explore(rules, options, Exploration(options));
}

}  // namespace mexbase
