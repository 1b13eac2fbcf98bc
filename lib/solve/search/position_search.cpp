// SPDX-License-Identifier: MIT
#include "position_search.hpp"

#include <algorithm>
#include <string>

#include "../../error.hpp"

namespace mexbase {

namespace {

/// Prefetches cached values this many positions ahead.
constexpr std::size_t look_ahead = 8;

[[noreturn]] void throw_loopy_search(std::string_view family, const std::string& position) {
    throw Error(ErrorCode::not_applicable, std::string(family) + " is loopy here: play can come back to " +
                                               in_quotes(position) + ", but a search needs play that always ends");
}

}  // namespace

template <class Fold>
PositionSearch<Fold>::PositionSearch(const Game& game, Fold& fold, std::size_t most_bytes)
    : game_(game),
      fold_(fold),
      most_bytes_(most_bytes),
      falls_apart_(Fold::disjunctive && game.facts().has.components),
      memo_(most_bytes, found) {}

template <class Fold>
std::uint32_t PositionSearch<Fold>::value(std::span<const Index> sum) {
    std::vector<Index> parts;
    for (const Index i : sum)
        if (falls_apart_)
            game_.add_components(i, parts);
        else
            parts.push_back(i);
    for (const Index part : parts) find(part);
    parts_.clear();
    for (const Index part : parts) parts_.push_back(*memo_.find({part + 1}));
    return fold_.sum(parts_);
}

template <class Fold>
void PositionSearch<Fold>::find(Index i) {
    if (memo_.find({i + 1})) return;
    try {
        wait_for(i);
        follow_path();
    } catch (const Error& e) {
        path_ = {};
        if (e.code() == ErrorCode::out_of_memory)
            memo_ = {most_bytes_, found};  // frees the memory for later searches
        else
            memo_.remove(pending);
        throw;
    }
}

/// Finds the value of the position on the path, and of all positions that it needs.
template <class Fold>
void PositionSearch<Fold>::follow_path() {
    while (!path_.empty()) {
        const Index last = path_.back();
        if (const Index unknown = first_unknown(last); unknown != no_index) {
            wait_for(unknown);
            continue;
        }
        if (path_.size() > look_ahead) memo_.prefetch({path_[path_.size() - look_ahead] + 1});
        memo_.replace({last + 1}, fold_.value());
        path_.pop_back();
        const std::size_t used = memo_.bytes() + path_.capacity() * sizeof(Index) + fold_.bytes();
        if (used > most_bytes_) detail::throw_at_limit(found, used);
    }
}

template <class Fold>
void PositionSearch<Fold>::wait_for(Index i) {
    memo_.store({i + 1}, pending);
    path_.push_back(i);
}

/// Returns the first position of unknown value among the parts of the options of `i`. Returns `no_index` if all values
/// are known; then `fold_` has the values of all options.
template <class Fold>
Index PositionSearch<Fold>::first_unknown(Index i) {
    if (game_.traits().bounded) {
        leaving_.clear();
        game_.leaving(i, i + 1, leaving_);
        if (!leaving_.empty())
            throw Error(ErrorCode::not_applicable, "play can leave the bound at " + in_quotes(game_.format(i)) +
                                                       ", but a value in a sum needs all positions past the bound");
    }
    fold_.clear();
    Index unknown = first_unknown_option(i, Player::left);
    if (unknown == no_index && game_.partizan()) unknown = first_unknown_option(i, Player::right);
    return unknown;
}

/// Does the work of `first_unknown` for the options of one player. Adds their values to the fold.
template <class Fold>
Index PositionSearch<Fold>::first_unknown_option(Index i, Player player) {
    const auto known_value = [this](Index part) {
        const auto known = memo_.find({part + 1});
        if (known == pending) [[unlikely]]
            throw_loopy_search(game_.family(), game_.format(part));
        return known;
    };
    // Adds the value of an option, or returns its first part of unknown value.
    const auto add_option = [&](std::span<const Index> option) __attribute__((always_inline)) {
        if (falls_apart_) {
            components_.clear();
            for (const Index part : option) game_.add_components(part, components_);
            option = components_;
        }
        if (parts_.size() < option.size()) parts_.resize(option.size());
        std::uint32_t* const parts = parts_.data();
        for (std::size_t k = 0; k < option.size(); ++k) {
            const auto known = known_value(option[k]);
            if (!known) return option[k];
            parts[k] = *known;
        }
        fold_.add(player, std::span(parts, option.size()));
        return no_index;
    };

    if (game_.traits().splits) {
        split_options_.clear();
        game_.parts({&i, 1}, player, Moves::no_limit, split_options_);
        std::size_t begin = 0;
        for (const Index end : split_options_.parts_end.span()) {
            const Index unknown = add_option(split_options_.parts.span().subspan(begin, end - begin));
            if (unknown != no_index) return unknown;
            begin = end;
        }
        return no_index;
    }
    options_.clear();
    game_.options({&i, 1}, player, Moves::no_limit, options_);
    options_.targets.pad(look_ahead);
    const auto targets = options_.targets.span();
    for (std::size_t k = 0; k < std::min(look_ahead, targets.size()); ++k) memo_.prefetch({targets[k] + 1});
    for (const Index& target : targets) {
        memo_.prefetch({(&target)[look_ahead] + 1});
        if (const Index unknown = add_option({&target, 1}); unknown != no_index) return unknown;
    }
    return no_index;
}

template class PositionSearch<NimberFold>;
template class PositionSearch<ObligedFold>;
template class PositionSearch<CanonicalFold>;

}  // namespace mexbase
