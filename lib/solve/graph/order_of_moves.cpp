#include "order_of_moves.hpp"

#include <algorithm>
#include <span>

#include "../../error.hpp"
#include "transposed_moves.hpp"

namespace mexbase {

namespace {

constexpr std::size_t positions_per_call = 512;

/// The number of options of each index; 0 for terminal positions.
std::vector<std::uint32_t> count_options(const Moves& moves) {
    const GameTraits& traits = moves.traits();
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(traits.size));
    if (traits.stops || traits.bounded || !traits.order.slices.empty()) {
        constexpr std::size_t options_per_call = 4096;
        Options options;
        for (Index first = 0; first < traits.size;) {
            options.clear();
            first = moves.options(first, traits.size, Player::left, options_per_call, options);
            for (OptionRows rows(options); rows.next();)
                counts[rows.position()] = static_cast<std::uint32_t>(rows.targets().size());
        }
        return counts;
    }
    // Counting spares the lists, and a game may count without looking at its options.
    std::vector<std::uint8_t> marks(positions_per_call);
    std::vector<Index> positions;
    std::vector<std::uint64_t> of_positions(positions_per_call);
    for (Index first = 0; first < traits.size; first += positions_per_call) {
        const auto count = static_cast<std::size_t>(std::min<Index>(positions_per_call, traits.size - first));
        moves.mark_positions(first, std::span(marks).first(count));
        positions.clear();
        for (std::size_t k = 0; k < count; ++k)
            if (marks[k] != 0) positions.push_back(first + k);
        moves.count_options(positions, Player::left, std::span(of_positions).first(positions.size()));
        for (std::size_t k = 0; k < positions.size(); ++k)
            counts[positions[k]] = static_cast<std::uint32_t>(of_positions[k]);
    }
    return counts;
}

/// Kahn's algorithm (1962). Chunks of predecessors come in the order of the vertices, so that the order does not depend
/// on their length.
std::optional<std::vector<Index>> options_first(const Moves& moves) {
    const Index size = moves.size();
    std::vector<std::uint32_t> missing = count_options(moves);
    std::vector<Index> order;
    order.reserve(static_cast<std::size_t>(size));
    for (Index i = 0; i < size; ++i)
        if (missing[i] == 0) order.push_back(i);
    std::vector<std::uint8_t> marks(positions_per_call);
    std::vector<Index> part;
    Flat back;
    for (std::size_t done = 0; done < order.size();) {
        // Indices that are not positions have no predecessors, and the rules are not called for them.
        part.clear();
        for (; done < order.size() && part.size() < positions_per_call; ++done) {
            moves.mark_positions(order[done], {marks.data(), 1});
            if (marks[0] != 0) part.push_back(order[done]);
        }
        back.clear();
        moves.predecessors(part, Player::left, back);
        for (const Index from : back.span())
            if (missing[from] != 0 && --missing[from] == 0) order.push_back(from);
    }
    if (order.size() != size) return std::nullopt;
    return order;
}

GameTraits for_either(const GameTraits& of) {
    GameTraits traits = of.plain();
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

/// The impartial game whose options are those of Left, then those of Right. A partizan game is loop-free if and only if
/// this one is. For games whose play stops only without moves. Borrows the moves. Has no slices, layers, parts, lines
/// or starts.
class EitherMoves final : public Moves {
  public:
    explicit EitherMoves(const Moves& moves) : Moves(for_either(moves.traits())), moves_(moves) {}

    void mark_positions(Index first, std::span<std::uint8_t> out) const override { moves_.mark_positions(first, out); }
    Index options(Index first, Index last, Player, std::size_t enough, Options& out) const override {
        Options left, right;
        const Index to = moves_.options(first, last, Player::left, enough, left);
        while (first < to) first = moves_.options(first, to, Player::right, no_limit, right);
        join(left, right, out);
        return to;
    }

    std::size_t options(std::span<const Index> of, Player, std::size_t enough, Options& out) const override {
        Options left, right;
        const std::size_t count = moves_.options(of, Player::left, enough, left);
        for (auto rest = of.first(count); !rest.empty();)
            rest = rest.subspan(moves_.options(rest, Player::right, no_limit, right));
        join(left, right, out);
        return count;
    }

    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override {
        std::vector<std::uint64_t> right(of.size());
        moves_.count_options(of, Player::left, out);
        moves_.count_options(of, Player::right, right);
        for (std::size_t k = 0; k < of.size(); ++k) out[k] += right[k];
    }

    void predecessors(std::span<const Index> of, Player, Flat& out) const override {
        for (const Index& i : of)
            for (const Player mover : {Player::left, Player::right}) moves_.predecessors({&i, 1}, mover, out);
    }
    Index starts(Index, Index, Play, Player, Starts&) const override { return 0; }

  private:
    const Moves& moves_;
};

}  // namespace

bool has_order(const Moves& moves) {
    return moves.traits().order.descending || !moves.traits().order.layers.empty();
}

std::optional<std::vector<Index>> topological_order(const Moves& moves) {
    if (moves.traits().has_predecessors) return options_first(moves);
    return options_first(detail::TransposedMoves(moves, {0, moves.size(), false}, [](Index) {}));
}

std::optional<std::vector<Index>> order_of_either_player(const Moves& moves) {
    return topological_order(EitherMoves(moves));
}

}  // namespace mexbase
