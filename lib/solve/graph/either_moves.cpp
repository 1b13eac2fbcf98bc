#include "either_moves.hpp"

#include <utility>

namespace mexbase::detail {

namespace {

GameTraits for_either(const GameTraits& of) {
    GameTraits traits;
    traits.size = traits.queryable_size = of.size;
    traits.whole = of.whole;
    traits.has_predecessors = of.has_predecessors;
    traits.order.descending = of.order.descending;
    return traits;
}

/// Appends rows with the targets of both lists, whose rows are the same positions.
void join(const Options& left, const Options& right, Options& out) {
    Flat::Cursor at(out.targets);
    for (std::size_t row = 0; row < left.size(); ++row) {
        for (const Options* const each : {&left, &right})
            for (const Index to : each->targets_of(row)) at.push(to);
        out.positions.push_back(left.positions[row]);
        out.ends.push_back(static_cast<std::uint32_t>(at.size()));
    }
}

}  // namespace

EitherMoves::EitherMoves(const Moves& moves) : Moves(for_either(moves.traits())), moves_(moves) {}

Index EitherMoves::options(Index first, Index last, Player, std::size_t enough, Options& out) const {
    Options left, right;
    const Index to = moves_.options(first, last, Player::left, enough, left);
    while (first < to) first = moves_.options(first, to, Player::right, no_limit, right);
    join(left, right, out);
    return to;
}

std::size_t EitherMoves::options(std::span<const Index> of, Player, std::size_t enough, Options& out) const {
    Options left, right;
    const std::size_t count = moves_.options(of, Player::left, enough, left);
    for (auto rest = of.first(count); !rest.empty();)
        rest = rest.subspan(moves_.options(rest, Player::right, no_limit, right));
    join(left, right, out);
    return count;
}

void EitherMoves::count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const {
    std::vector<std::uint64_t> right(of.size());
    moves_.count_options(of, Player::left, out);
    moves_.count_options(of, Player::right, right);
    for (std::size_t k = 0; k < of.size(); ++k) out[k] += right[k];
}

void EitherMoves::predecessors(std::span<const Index> of, Player, Flat& out) const {
    for (const Index& i : of)
        for (const Player mover : {Player::left, Player::right}) moves_.predecessors({&i, 1}, mover, out);
}

}  // namespace mexbase::detail
