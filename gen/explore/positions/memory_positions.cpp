// SPDX-License-Identifier: MIT
#include "memory_positions.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/thread_team.hpp"
#include "../../parallel_ordered.hpp"
#include "level_threads.hpp"
#include "numbers.hpp"
#include "position_checkpoint.hpp"
#include "record_set.hpp"
#include "scratch_positions.hpp"

namespace mexbase {

namespace {

/// Answers of the rules about the positions expanded so far. An answer is the mark and the options of a position.
class KeptAnswers {
  public:
    std::uint64_t size() const { return marks_.size(); }
    std::uint64_t moves() const { return targets_.size(); }
    /// Returns the bytes of memory. Counts the targets twice, because `board` copies them.
    std::uint64_t bytes() const {
        return 2 * targets_.capacity() * sizeof targets_[0] + ends_.capacity() * sizeof ends_[0] + marks_.capacity();
    }
    std::uint8_t mark(std::uint64_t number) const { return marks_[number]; }
    bool partizan() const { return partizan_; }
    /// Returns the sorted targets of a player's moves; rules may give the moves in another order each time. If the game
    /// is not partizan, returns the targets of both players' moves for Left, and an empty list for Right.
    std::span<const std::uint32_t> targets(std::uint64_t number, Player player) const {
        const std::uint64_t row = partizan_ ? 2 * number + (player == Player::right ? 1 : 0) : number;
        if (!partizan_ && player == Player::right) return {};
        const std::uint64_t begin = row == 0 ? 0 : ends_[row - 1];
        return std::span(targets_).subspan(begin, ends_[row] - begin);
    }
    /// Adds the mark and the targets of the next position. If `partizan` is false, `left` has both players' targets.
    void add(std::uint8_t mark, bool partizan, std::span<const std::uint32_t> left,
             std::span<const std::uint32_t> right) {
        marks_.push_back(mark);
        add_row(left);
        partizan_ = partizan;
        if (partizan) add_row(right);
    }

    /// Appends the mark and the targets of position `number` to `out`, in the encoding that `take` reads.
    void put(std::uint64_t number, std::string& out) const {
        std::vector<std::byte> bytes{static_cast<std::byte>(marks_[number]), static_cast<std::byte>(partizan_)};
        for (const Player player : {Player::left, Player::right}) {
            if (player == Player::right && !partizan_) break;
            put_number(bytes, targets(number, player).size());
            for (const std::uint32_t to : targets(number, player)) put_number(bytes, to);
        }
        out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    /// Decodes the answers in `saved` and adds them. Calls `throw_other_checkpoint` if `put` has not written `saved`.
    void take(const std::string& saved) {
        const std::string padded = saved + std::string(10, '\0');  // zeros end a truncated number
        const auto bytes = std::as_bytes(std::span(padded));
        std::array<std::vector<std::uint32_t>, 2> targets;
        for (std::size_t at = 0; at < saved.size();) {
            const auto mark = std::to_integer<std::uint8_t>(bytes[at++]);
            const bool partizan = bytes[at++] != std::byte{0};
            for (auto& side : targets) {
                side.clear();
                if (&side != targets.data() && !partizan) break;
                for (std::uint64_t left = take_number(bytes, at); left != 0; --left) {
                    if (at >= saved.size()) throw_other_checkpoint();
                    side.push_back(static_cast<std::uint32_t>(take_number(bytes, at)));
                }
            }
            add(mark, partizan, targets[0], targets[1]);
        }
    }
    bool is_below(std::uint64_t end) const {
        return std::ranges::all_of(targets_, [end](std::uint32_t to) { return to < end; });
    }

  private:
    void add_row(std::span<const std::uint32_t> targets) {
        const auto begin = targets_.insert(targets_.end(), targets.begin(), targets.end());
        std::sort(begin, targets_.end());
        ends_.push_back(targets_.size());
    }

    std::vector<std::uint8_t> marks_;
    std::vector<std::uint64_t> ends_;  // end of each row in `targets_`
    std::vector<std::uint32_t> targets_;
    bool partizan_ = false;
};

class MemoryPositions final : public ExploredPositions {
  public:
    /// If memory runs out, `explore` returns false if `may_spill` is true, and throws if it is false.
    MemoryPositions(std::shared_ptr<RecordRules> rules, const ExploreOptions& options, bool may_spill)
        : rules_(std::move(rules)),
          set_(record_set(rules_->width())),
          starts_(rules_->width()),
          options_(options),
          helpers_(std::max(options.threads, 1U)),
          may_spill_(may_spill) {
        options_.threads = std::max(options_.threads, 1U);
    }

    /// Expands all positions (asks the rules for their options), level by level. Returns false if memory runs out.
    bool explore(PositionCheckpoint* checkpoint) {
        checkpoint_ = checkpoint;
        starts_ = rules_->starts();
        if (starts_.size() == 0) throw Error(ErrorCode::bad_file, "the rules give no position to start from");
        if (!resume()) return false;
        if (set_->size() == 0) {
            set_->add(starts_);
            level_end_ = set_->size();
            save();
        }
        while (asked_ < level_end_ && fits_bound(options_.bound, asked_, level_end_ - asked_)) {
            if (!(rules_->is_expensive() ? expand_expensive_level() : expand_level())) return false;
            asked_ = level_end_;
            level_end_ = set_->size();
            save();
        }
        return fits();
    }
    /// Renumbers the positions in the order of their texts.
    void number() {
        Records aside(rules_->width());
        set_->read(asked_, set_->size(), aside);
        set_->sort(options_.threads, [this](std::string_view record) { return rules_->text(record); });
        if (aside.size() != 0) unexpanded_.resize(static_cast<std::size_t>(set_->size()));
        for (const std::uint32_t number : numbers_of(aside)) unexpanded_[number] = true;
        const std::vector<std::uint32_t> starts = numbers_of(starts_);
        set_starts({starts.begin(), starts.end()});
    }
    /// Converts the positions and the rules' answers to a board: a graph with a vertex per position.
    std::shared_ptr<const Board> board() {
        const auto count = static_cast<std::uint32_t>(set_->size());
        const std::vector<std::uint32_t> order =
            set_->sort(options_.threads, [](std::string_view record) { return std::string(record); });
        std::vector<std::uint32_t> rank(count);
        for (std::uint32_t i = 0; i < count; ++i) rank[order[i]] = i;
        ArcRows rows;
        std::vector<std::uint8_t> marks(count, Board::beyond);
        rows.offsets.reserve(std::size_t{count} + 1);
        rows.ends.reserve(kept_.moves());
        if (kept_.partizan()) rows.owners.reserve(kept_.moves());
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t number = order[i];
            if (number < asked_) {
                marks[i] = kept_.mark(number);
                // Left's moves come first, then Right's. Both lists are sorted by the texts of the targets.
                for (const Player player : {Player::left, Player::right}) {
                    const auto begin = static_cast<std::ptrdiff_t>(rows.ends.size());
                    for (const std::uint32_t to : kept_.targets(number, player)) {
                        rows.ends.push_back(rank[to]);
                        if (kept_.partizan())
                            rows.owners.push_back(player == Player::left ? Board::left : Board::right);
                    }
                    std::sort(rows.ends.begin() + begin, rows.ends.end());
                }
            }
            rows.offsets.push_back(static_cast<std::uint32_t>(rows.ends.size()));
        }
        for (const std::uint32_t start : numbers_of(starts_)) marks[start] |= Board::start;
        kept_ = {};
        return std::make_shared<const Board>(set_->take_names(), std::move(rows), std::move(marks));
    }
    /// Saves a checkpoint. Moves the positions into `known`, except those found by expanding the current level.
    void hand_over(KnownPositions& known) {
        if (level_end_ != 0) save(true);
        kept_ = {};
        constexpr std::uint64_t at_once = 4096;
        std::uint64_t number = 0;
        Records some(rules_->width());
        set_->drain([&](std::string_view record) {
            if (number < level_end_) some.add(record);
            ++number;
            if (number == asked_ || number == level_end_ || number % at_once == 0)
                (number <= asked_ ? known.asked : known.level).add(std::exchange(some, Records(rules_->width())));
        });
    }

    Index size() const override { return set_->size(); }
    bool has_sides() const override { return rules_->partizan(); }
    bool cut_off() const override { return !unexpanded_.empty(); }
    std::string text(Index i) const override { return rules_->text((*set_)[i]); }
    void moves(Index first, Index last, Player player, MoveRows& rows) const override {
        static thread_local ThreadBuffers kept(0);
        ThreadBuffers buffers = std::move(kept);  // rules may call this function for another game
        if (buffers.positions.width() != rules_->width()) buffers = ThreadBuffers(rules_->width());
        rows.clear();
        while (first < last) {
            const std::size_t before = rows.targets.size();
            if (is_unexpanded(first)) {
                rows.ends.push_back(before);
                ++first;
                continue;
            }
            first = ask(0, first, last, player, buffers);
            for (std::size_t k = 1; k < buffers.answers.ends.size(); k += 2)
                rows.ends.push_back(before + buffers.answers.ends[k]);
            rows.targets.resize(before + buffers.answers.options.size());
            set_->find(buffers.answers.options, rows.targets.data() + before);
            if (std::count(rows.targets.begin() + static_cast<std::ptrdiff_t>(before), rows.targets.end(),
                           RecordSet::none) != 0)
                throw_other_answers();
        }
        kept = std::move(buffers);
    }

  private:
    struct ThreadBuffers {
        explicit ThreadBuffers(std::size_t width) : positions(width), answers(width) {}
        Records positions;
        AskedRecords answers;
    };

    std::uint8_t end_mark(Index i) const override {
        return is_unexpanded(i) ? std::uint8_t{Board::beyond} : rules_->mark((*set_)[i]);
    }
    bool is_unexpanded(Index i) const { return !unexpanded_.empty() && unexpanded_[static_cast<std::size_t>(i)]; }

    std::vector<std::uint32_t> numbers_of(const Records& records) const {
        std::vector<std::uint32_t> numbers(records.size());
        set_->find(records, numbers.data());
        return numbers;
    }

    /// Asks the rules about a batch of positions that begins at `first` and ends at `last` or before. Returns the end
    /// of the batch. The batch has no position past the bound, so `first` must not be past the bound.
    Index ask(unsigned worker, Index first, Index last, std::optional<Player> player, ThreadBuffers& buffers) const {
        constexpr Index at_once = 256;
        Index end = first + 1;
        while (end < last && end - first < at_once && !is_unexpanded(end)) ++end;
        buffers.positions.clear();
        set_->read(first, end, buffers.positions);
        buffers.answers.clear();
        rules_->ask(worker, buffers.positions, player, buffers.answers);
        return end;
    }
    /// Expands a level (finds the options of its positions) in batches. For each batch, all threads look options up
    /// while the set is unchanged. Then the new positions are added, in order.
    bool expand_level() {
        constexpr std::uint64_t part = 1 << 12;
        const std::uint64_t most_at_once =
            options_.memory == 0 ? std::uint64_t{1} << 18
                                 : std::clamp<std::uint64_t>(options_.memory >> 12, 1 << 12, std::uint64_t{1} << 18);
        for (std::uint64_t asked = asked_; asked < level_end_;) {
            const std::uint64_t end = std::min(level_end_, asked + most_at_once);
            const auto parts = static_cast<unsigned>((end - asked + part - 1) / part);
            std::vector<Records> unknown(parts, Records(rules_->width()));
            share_out(options_.threads, parts, [&](unsigned worker, unsigned k) {
                unknown[k] = unknown_options(worker, asked + k * part, std::min(end, asked + (k + 1) * part));
            });
            for (Records& each : unknown) {
                set_->add(each);
                each = Records(rules_->width());
                if (!fits()) return false;
            }
            asked = end;
            if (options_.progress) options_.progress(asked, set_->size());
        }
        return true;
    }
    /// Returns those options of the positions in [first, last) that are not in the set.
    Records unknown_options(unsigned worker, Index first, Index last) const {
        ThreadBuffers buffers(rules_->width());
        Records unknown(rules_->width());
        std::vector<std::uint32_t> numbers;
        while (first < last) {
            first = ask(worker, first, last, std::nullopt, buffers);
            const Records& options = buffers.answers.options;
            numbers.resize(options.size());
            set_->find(options, numbers.data());
            for (std::size_t k = 0; k < numbers.size(); ++k)
                if (numbers[k] == RecordSet::none) unknown.add(options[k]);
        }
        return unknown;
    }
    /// Expands a level if the rules are expensive to call. Copies the positions of the level first, so that one thread
    /// can add answers to the set while other threads wait for the rules.
    bool expand_expensive_level() {
        constexpr std::uint64_t most_at_once = 256, most_copied = 1 << 16;
        for (std::uint64_t asked = asked_; asked < level_end_;) {
            Records level(rules_->width());
            const std::uint64_t count = std::min(level_end_ - asked, most_copied);
            set_->read(asked, asked + count, level);
            const unsigned threads = helpers_.begin(count);
            // Small levels are split among the threads too.
            const std::uint64_t at_once =
                threads == 1 ? most_at_once : std::clamp<std::uint64_t>(count / (4 * threads), 1, most_at_once);
            std::atomic<bool> has_memory = true;
            detail::parallel_ordered((count + at_once - 1) / at_once, threads,
                                     [&](unsigned worker, std::uint64_t k) {
                                         ThreadBuffers buffers(rules_->width());
                                         if (!has_memory) return buffers.answers;
                                         for (std::uint64_t n = k * at_once; n < std::min(count, (k + 1) * at_once);
                                              ++n)
                                             buffers.positions.add(level[n]);
                                         rules_->ask(worker, buffers.positions, std::nullopt, buffers.answers);
                                         return std::move(buffers.answers);
                                     },
                                     [&](std::uint64_t, const AskedRecords& answers) {
                                         std::vector<std::uint32_t> targets(answers.options.size());
                                         set_->add(answers.options, targets.data());
                                         add_answers(answers, targets, kept_);
                                         has_memory = has_memory && fits();
                                         if (options_.progress) options_.progress(kept_.size(), set_->size());
                                     });
            helpers_.end();
            if (!has_memory) return false;
            asked += count;
        }
        return true;
    }
    /// Appends the marks and options in `answers` to `out`. `targets` are the numbers of the options.
    void add_answers(const AskedRecords& answers, std::span<const std::uint32_t> targets, KeptAnswers& out) const {
        std::size_t begin = 0;
        for (std::size_t k = 0; k < answers.marks.size(); ++k) {
            const std::size_t middle = answers.ends[2 * k], end = answers.ends[2 * k + 1];
            out.add(answers.marks[k], rules_->partizan(), targets.subspan(begin, middle - begin),
                    targets.subspan(middle, end - middle));
            begin = end;
        }
    }
    /// Resumes from the checkpoint if it holds positions. Returns false if they do not fit into memory.
    bool resume() {
        if (checkpoint_ == nullptr) return true;
        const PositionCheckpoint::Saved saved = checkpoint_->load();
        if (saved.positions == 0) return true;
        bool has_memory = true;
        checkpoint_->for_each([&](Records&& some, const std::string& answers) {
            if (!has_memory) return;
            set_->add(some);
            if (rules_->is_expensive()) kept_.take(answers);
            has_memory = fits();
        });
        asked_ = saved.asked;
        level_end_ = set_->size();
        // Memory is too small, or an exploration in scratch files has saved no answers of the expensive rules.
        if (!has_memory || (rules_->is_expensive() && kept_.size() < asked_)) {
            if (!may_spill_)
                throw Error(ErrorCode::bad_usage,
                            "cannot resume the exploration: it needs a folder for its scratch files");
            set_ = record_set(rules_->width());
            kept_ = {};
            asked_ = level_end_ = 0;
            return false;
        }
        // Checks on a sample that these rules lead to the saved positions.
        if (set_->size() != saved.positions || std::ranges::count(numbers_of(starts_), RecordSet::none) != 0 ||
            !kept_.is_below(set_->size()))
            throw_other_checkpoint();
        if (rules_->is_expensive())
            compare_answers();
        else if (unknown_options(0, 0, std::min<Index>(asked_, 1000)).size() != 0)
            throw_other_checkpoint();
        saved_answers_ = kept_.size();
        return true;
    }
    /// Asks the rules again about a sample of the positions. Throws `Error{bad_file}` if an answer differs.
    void compare_answers() const {
        constexpr std::uint64_t most = 10'000, all_of_the_first = 64, every = 64;
        ThreadBuffers buffers(rules_->width());
        std::uint64_t looked_at = 0;
        for (Index i = 0; i < asked_ && looked_at < most; i += i < all_of_the_first ? 1 : every, ++looked_at) {
            ask(0, i, i + 1, std::nullopt, buffers);
            KeptAnswers again;
            add_answers(buffers.answers, numbers_of(buffers.answers.options), again);
            std::string before, now;
            kept_.put(i, before);
            again.put(0, now);
            if (before != now)
                throw Error(ErrorCode::bad_file,
                            "cannot resume the exploration: the rules changed their answer to the position " +
                                in_quotes(text(i)));
        }
    }
    void save(bool now = false) {
        if (checkpoint_ == nullptr || !(now ? checkpoint_->works() : checkpoint_->is_due())) return;
        std::uint64_t number = checkpoint_->saved();
        checkpoint_->save(asked_, [&](Records& some, std::string& answers) {
            constexpr std::uint64_t piece = 1 << 22;
            for (; number < level_end_ && some.bytes() < piece; ++number) some.add((*set_)[number]);
            for (; saved_answers_ < kept_.size() && saved_answers_ < asked_ && answers.size() < piece; ++saved_answers_)
                kept_.put(saved_answers_, answers);
            return number == level_end_ && (!rules_->is_expensive() || saved_answers_ == asked_);
        });
    }
    /// Returns true if all data fits into memory. Otherwise returns false if `may_spill_`, and throws if not.
    bool fits() const {
        const std::uint64_t most = std::min(options_.positions, RecordSet::most);
        if (set_->size() > most) throw_too_many(most);
        const bool too_many_moves = kept_.moves() >= board_limit;
        if (!too_many_moves && (options_.memory == 0 || set_->bytes() + kept_.bytes() <= options_.memory)) return true;
        if (may_spill_) return false;
        if (too_many_moves)
            throw Error(ErrorCode::out_of_memory, "the game has 2^32 - 1 moves or more, which do not fit into memory");
        const std::string_view why = rules_->needs_memory();
        throw Error(ErrorCode::out_of_memory,
                    "exploring needs more memory than allowed: " + std::to_string(set_->size()) + " positions " +
                        (rules_->is_expensive() ? "and " + std::to_string(kept_.moves()) + " moves " : "") +
                        "are known so far" + (why.empty() ? "" : "; " + std::string(why)));
    }

    std::shared_ptr<RecordRules> rules_;
    std::unique_ptr<RecordSet> set_;
    Records starts_;
    KeptAnswers kept_;  // used for expensive rules only
    ExploreOptions options_;
    LevelThreads helpers_;
    bool may_spill_;
    std::uint64_t asked_ = 0, level_end_ = 0;  // the current level is [asked_, level_end_)
    std::vector<bool> unexpanded_;             // true for positions past the bound; may be empty
    PositionCheckpoint* checkpoint_ = nullptr;
    std::uint64_t saved_answers_ = 0;
};

}  // namespace

FoundRecords explore_records(std::shared_ptr<RecordRules> rules, const ExploreOptions& options,
                             const std::string& folder, PositionCheckpoint* checkpoint) {
    const bool stays = !rules->needs_memory().empty();
    if (stays) checkpoint = nullptr;
    auto positions = std::make_shared<MemoryPositions>(rules, options, !stays && !folder.empty());
    if (positions->explore(checkpoint)) {
        if (rules->is_expensive()) return {nullptr, positions->board()};
        positions->number();
        return {positions, nullptr};
    }
    rules->leave_memory();
    const RecordSorter empty(rules->width(), {std::max(options.threads, 1U), folder, options.memory / 4});
    KnownPositions known{empty, empty};
    positions->hand_over(known);
    positions.reset();
    return {explore_in_scratch(*rules, options, folder, checkpoint, std::move(known)), nullptr};
}

}  // namespace mexbase
