#include "exploration.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "positions/record_rules.hpp"

namespace mexbase {

void throw_other_kind(std::string_view position, bool others_are_partizan) {
    throw Error(ErrorCode::bad_file, "the answer to the position " + in_quotes(position) +
                                         (others_are_partizan ? " gives no options of each player, as others do"
                                                              : " gives the options of each player, as others do not"));
}

void Exploration::check_size() const {
    if (known() > options_.positions)
        throw Error(ErrorCode::out_of_memory, "play reaches more than " + std::to_string(options_.positions) +
                                                  " positions: allow more, or ask for a bound=");
    if (targets_.size() >= board_limit) throw NoMemoryForMoves("there are 2^32 - 1 moves or more");
    // When it is finished, texts and arcs stand twice.
    const std::uint64_t bytes =
        2 * texts_.bytes() + 24 * known() + 2 * targets_.capacity() * sizeof targets_[0] + 2 * owners_.capacity();
    if (options_.memory != 0 && bytes > options_.memory)
        throw NoMemoryForMoves("exploring takes more memory than there may be: " + std::to_string(known()) +
                               " positions and " + std::to_string(targets_.size()) + " moves are known so far");
}

bool Exploration::add_start(std::string_view text) {
    const auto [number, is_new] = texts_.add(text);
    if (is_new) starts_.push_back(number);
    return is_new;
}

void Exploration::begin(const Answers::Answer& answer) {
    if (asked() != 0 && answer.partizan != partizan_)
        throw_other_kind(texts_.text(static_cast<std::uint32_t>(asked())), partizan_);
    partizan_ = answer.partizan;
    marks_.push_back(answer.mark);
    first_arc_.push_back(targets_.size());
    constexpr std::uint64_t seldom = 1024;
    if (asked() % seldom == 0) check_size();
}

bool Exploration::add_option(std::string_view text, std::uint8_t owner) {
    const auto [number, is_new] = texts_.add(text);
    targets_.push_back(number);
    if (partizan_) owners_.push_back(owner);
    return is_new;
}

Exploration::Part Exploration::part(std::uint64_t from, std::uint64_t first) const {
    constexpr std::uint64_t most = 1'000'000;
    Part part;
    const std::uint64_t known_end = std::min(known(), from + most), asked_end = std::min(asked(), first + most);
    for (std::uint64_t number = from; number < known_end; ++number) {
        const std::string_view text = texts_.text(static_cast<std::uint32_t>(number));
        part.texts += text;
        part.lengths.push_back(static_cast<std::uint32_t>(text.size()));
    }
    if (from == 0) part.starts = starts_;
    for (std::uint64_t number = first; number < asked_end; ++number) {
        part.marks.push_back(marks_[number]);
        part.options.push_back(static_cast<std::uint32_t>(end_of_options(number) - first_arc_[number]));
    }
    if (first < asked_end) {
        const auto cut = [&](const auto& all) {
            return std::remove_cvref_t<decltype(all)>(
                all.begin() + static_cast<std::ptrdiff_t>(first_arc_[first]),
                all.begin() + static_cast<std::ptrdiff_t>(end_of_options(asked_end - 1)));
        };
        part.targets = cut(targets_);
        if (partizan_) part.owners = cut(owners_);
    }
    part.partizan = partizan_;
    part.more = known_end < known() || asked_end < asked();
    return part;
}

bool Exploration::add(const Part& part) {
    const std::uint64_t bytes = std::accumulate(part.lengths.begin(), part.lengths.end(), std::uint64_t{0});
    const std::uint64_t moves = std::accumulate(part.options.begin(), part.options.end(), std::uint64_t{0});
    if (bytes != part.texts.size() || moves != part.targets.size() || part.marks.size() != part.options.size() ||
        part.owners.size() != (part.partizan ? moves : 0))
        return false;
    std::size_t at = 0;
    for (const std::uint32_t length : part.lengths) {
        if (!texts_.add(std::string_view(part.texts).substr(at, length)).second) return false;
        at += length;
    }
    starts_.insert(starts_.end(), part.starts.begin(), part.starts.end());
    std::uint64_t next = targets_.size();
    for (const std::uint32_t count : part.options) {
        first_arc_.push_back(next);
        next += count;
    }
    marks_.insert(marks_.end(), part.marks.begin(), part.marks.end());
    targets_.insert(targets_.end(), part.targets.begin(), part.targets.end());
    owners_.insert(owners_.end(), part.owners.begin(), part.owners.end());
    partizan_ = part.partizan;
    return true;
}

bool Exploration::is_whole() const {
    const auto is_known = [this](std::uint32_t number) { return number < known(); };
    return asked() <= known() && !starts_.empty() && std::ranges::all_of(starts_, is_known) &&
           std::ranges::all_of(targets_, is_known) && std::ranges::all_of(marks_, Board::is_mark) &&
           owners_.size() == (partizan_ ? targets_.size() : 0);
}

bool Exploration::agrees(std::uint32_t number, const Answers& answers, std::size_t k) const {
    const Answers::Answer& answer = answers[k];
    const std::uint64_t first = first_arc_[number];
    if (answer.mark != marks_[number] || answer.partizan != partizan_ ||
        answer.options != end_of_options(number) - first)
        return false;
    for (std::uint64_t a = 0; a < answer.options; ++a) {
        const Answers::Option& option = answers.option(answer.first_option + a);
        if (answers.text(option) != texts_.text(targets_[first + a]) ||
            (partizan_ && option.owner != owners_[first + a]))
            return false;
    }
    return true;
}

bool Exploration::goes_on(std::uint64_t level) const {
    check_size();
    return fits_bound(options_.bound, asked(), level);
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

}  // namespace mexbase
