#include "exploration.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "../checkpoint/archive.hpp"
#include "../parallel_ordered.hpp"
#include "positions/level_threads.hpp"

namespace mexbase {

void throw_other_kind(std::string_view position, bool others_are_partizan) {
    throw Error(ErrorCode::bad_file, "the answer to the position " + in_quotes(position) +
                                         (others_are_partizan ? " gives no options of each player, as others do"
                                                              : " gives the options of each player, as others do not"));
}

void Exploration::check_size() const {
    if (known() > options_.positions) throw_too_many(options_.positions);
    if (targets_.size() >= board_limit) throw NoMemoryForMoves("there are 2^32 - 1 moves or more");
    // When it is finished, texts and arcs stand twice.
    const std::uint64_t bytes =
        2 * texts_.bytes() + 24 * known() + 2 * targets_.capacity() * sizeof targets_[0] + 2 * owners_.capacity();
    if (options_.memory != 0 && bytes > options_.memory)
        throw NoMemoryForMoves("exploring takes more memory than there may be: " + std::to_string(known()) +
                               " positions and " + std::to_string(targets_.size()) + " moves are known so far");
}

void Exploration::take_starts(const Answers& answers) {
    for (std::uint64_t j = 0; j < answers[0].options; ++j)
        if (const auto [number, is_new] = texts_.add(answers.text(answers.option(j))); is_new)
            starts_.push_back(number);
    if (starts_.empty()) throw Error(ErrorCode::bad_file, "there is no position to start from");
}

void Exploration::take(const Answers& answers, std::size_t k) {
    const Answers::Answer& answer = answers[k];
    if (asked() != 0 && answer.partizan != partizan_) throw_other_kind(text(asked()), partizan_);
    partizan_ = answer.partizan;
    marks_.push_back(answer.mark);
    first_arc_.push_back(targets_.size());
    constexpr std::uint64_t seldom = 1024;
    if (asked() % seldom == 0) check_size();
    for (std::uint64_t j = answer.first_option; j < answer.first_option + answer.options; ++j) {
        const Answers::Option& option = answers.option(j);
        targets_.push_back(texts_.add(answers.text(option)).first);
        if (partizan_) owners_.push_back(option.owner);
    }
}

bool Exploration::goes_on() const {
    check_size();
    return fits_bound(options_.bound, asked(), known() - asked());
}

std::string Exploration::line(std::uint64_t number) const {
    const std::uint8_t mark = marks_[number];
    const auto half = [&](Board::Owner player) {
        std::string words;
        if ((mark & Board::stopped) != 0) words = word_of(Board::stop_of(mark, player != Board::right));
        for (std::uint64_t a = first_arc_[number]; a < end_of_options(number); ++a)
            if (!partizan_ || owners_[a] == player) words.append(words.empty() ? "" : " ").append(text(targets_[a]));
        return words;
    };
    return partizan_ ? half(Board::left) + '|' + half(Board::right) : half(Board::either);
}

std::string Exploration::starts_line() const {
    std::string words;
    for (const std::uint32_t start : starts_) words.append(words.empty() ? "" : " ").append(text(start));
    return words;
}

bool Exploration::take_lines(std::string_view lines) {
    Answers answers;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        answers.clear();
        if (add_answer(lines.substr(0, end), answers)) return false;
        if (known() == 0 ? answers[0].options == 0 : asked() == known()) return false;
        if (known() == 0)
            take_starts(answers);
        else
            take(answers, 0);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return true;
}

std::shared_ptr<const Board> Exploration::finish() && {
    check_size();
    const auto count = static_cast<std::uint32_t>(known());
    std::vector<std::uint32_t> order(count), rank(count);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [this](std::uint32_t a, std::uint32_t b) { return texts_.text(a) < texts_.text(b); });
    for (std::uint32_t i = 0; i < count; ++i) rank[order[i]] = i;
    const auto answered = static_cast<std::uint32_t>(asked());
    first_arc_.push_back(targets_.size());

    VertexNames names;
    ArcRows rows;
    std::vector<std::uint8_t> marks(count, Board::beyond);
    std::vector<std::pair<std::uint8_t, Vertex>> row;
    rows.offsets.reserve(std::size_t{count} + 1);
    rows.ends.reserve(targets_.size());
    rows.owners.reserve(owners_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t number = order[i];
        names.add(texts_.text(number));
        if (number < answered) {
            marks[i] = marks_[number];
            // Left's, and then Right's, each by the order of texts.
            row.clear();
            for (std::uint64_t a = first_arc_[number]; a < first_arc_[number + 1]; ++a)
                row.emplace_back(partizan_ ? owners_[a] : std::uint8_t{Board::either}, rank[targets_[a]]);
            std::ranges::sort(row);
            for (const auto& [owner, end] : row) {
                rows.ends.push_back(end);
                if (partizan_) rows.owners.push_back(owner);
            }
        }
        rows.offsets.push_back(static_cast<std::uint32_t>(rows.ends.size()));
    }
    for (const std::uint32_t start : starts_) marks[rank[start]] |= Board::start;
    return std::make_shared<const Board>(std::move(names), std::move(rows), std::move(marks));
}

namespace {

/// Some of a save.
struct SavedLines {
    std::string lines;
    bool more = false;  // this is not all of the save
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& lines& more;
    }
};

}  // namespace

std::optional<Exploration> ExplorationCheckpoint::load(const ExploreOptions& options) {
    if (!works()) return std::nullopt;
    Exploration found(options);
    std::string waiting;  // for the last of its level
    file_.load([&](const std::string& archive) {
        const auto some = detail::parsed<SavedLines>(archive);
        if (!some) return SegmentFile::Found::wrong;
        waiting += some->lines;
        if (some->more) return SegmentFile::Found::part;
        if (!found.take_lines(waiting)) file_.refuse();
        waiting.clear();
        return SegmentFile::Found::whole;
    });
    if (found.known() == 0) return std::nullopt;
    asked_ = found.asked();
    return found;
}

void ExplorationCheckpoint::keep(const Exploration& exploration) {
    if (!is_due()) return;
    save_by([&] {
        constexpr std::size_t enough = 1 << 22;
        while (asked_ < exploration.asked()) {
            SavedLines some;
            if (asked_ == 0) some.lines = exploration.starts_line() + '\n';
            while (asked_ < exploration.asked() && some.lines.size() < enough)
                some.lines += exploration.line(asked_++) + '\n';
            some.more = asked_ < exploration.asked();
            file_.append(detail::archived(some));
        }
    });
}

std::shared_ptr<const Board> explore(TextRules& rules, const ExploreOptions& options, Exploration exploration,
                                     ExplorationCheckpoint* saved) {
    constexpr std::uint64_t most_at_once = 256;
    if (exploration.known() == 0) {
        Answers answers;
        rules.starts(answers);
        exploration.take_starts(answers);
    }
    LevelThreads helpers(options.threads);
    while (exploration.asked() < exploration.known() && exploration.goes_on()) {
        std::vector<std::string> level;
        for (std::uint64_t n = exploration.asked(); n < exploration.known(); ++n)
            level.emplace_back(exploration.text(n));
        const unsigned threads = helpers.begin(level.size());
        // Small levels are shared out too.
        const std::uint64_t at_once =
            threads == 1 ? most_at_once
                         : std::clamp<std::uint64_t>(level.size() / (4 * std::uint64_t{threads}), 1, most_at_once);
        detail::parallel_ordered((level.size() + at_once - 1) / at_once, threads,
                                 [&](unsigned worker, std::uint64_t k) {
                                     Answers answers;
                                     const auto first = static_cast<std::size_t>(k * at_once);
                                     const std::size_t count = std::min<std::size_t>(at_once, level.size() - first);
                                     rules.ask(worker, std::span(level).subspan(first, count), answers);
                                     return answers;
                                 },
                                 [&](std::uint64_t, const Answers& answers) {
                                     for (std::size_t k = 0; k < answers.size(); ++k) exploration.take(answers, k);
                                     if (options.progress) options.progress(exploration.asked(), exploration.known());
                                 });
        helpers.end();
        if (saved != nullptr) saved->keep(exploration);
    }
    return std::move(exploration).finish();
}

}  // namespace mexbase
