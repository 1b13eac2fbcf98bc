#include "listed_game.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "../../error.hpp"

namespace mexbase {

namespace {

OwnFacts own_facts(Index size, const ListedFacts& listed) {
    OwnFacts facts;
    facts.size = size;
    facts.start = listed.start;
    facts.partizan = listed.partizan;
    facts.stops = listed.stops;
    facts.takes_back = listed.takes_back;
    facts.bounded = listed.cut_off;
    facts.ties_beyond = listed.cut_off;
    const std::span<const ValueKind> kinds = listed_kinds(listed.stops);
    facts.kinds.assign(kinds.begin(), kinds.end());
    return facts;
}

}  // namespace

std::span<const ValueKind> listed_kinds(bool stops) {
    using enum ValueKind;
    static constexpr std::array stopping{outcome, partizan_outcome};
    static constexpr std::array all{outcome, nimber, obliged, partizan_outcome, canonical};
    if (stops) return stopping;
    return all;
}

Index Positions::find(std::string_view text) const {
    Index first = 0, last = size();
    while (first < last) {
        const Index middle = first + (last - first) / 2;
        if (this->text(middle) < text)
            first = middle + 1;
        else
            last = middle;
    }
    return first < size() && this->text(first) == text ? first : size();
}

std::optional<OutcomeValue> Positions::stop(Index i, Player mover) const {
    const std::uint8_t mark = this->mark(i);
    if ((mark & Board::stopped) == 0) return std::nullopt;
    constexpr std::array outcomes{Outcome::loss, Outcome::win, Outcome::tie, Outcome::draw};
    return OutcomeValue{outcomes[static_cast<std::size_t>(Board::stop_of(mark, mover == Player::left))], 0};
}

void Positions::add_sources(Index, Player, std::vector<Index>&) const {}

ListedGame::ListedGame(std::shared_ptr<const Positions> positions, const ListedFacts& facts, std::string spec,
                       std::shared_ptr<const Board> board)
    : OwnGame(family_name, std::move(spec), std::move(board), own_facts(positions->size(), facts)),
      positions_(std::move(positions)),
      facts_(facts) {}

void ListedGame::add_options(Index i, Player mover, std::vector<Index>& out) const {
    const std::size_t before = out.size();
    positions_->add_moves(i, mover, out);
    if (facts_.cut_off)
        out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                                 [this](Index to) { return is_beyond(to); }),
                  out.end());
}

void ListedGame::add_predecessors(Index i, Player mover, std::vector<Index>& out) const {
    positions_->add_sources(i, mover, out);
}

std::optional<OutcomeValue> ListedGame::stopped(Index i, Player mover) const {
    if (!facts_.stops) return std::nullopt;
    return positions_->stop(i, mover);
}

std::uint64_t ListedGame::leaves_bound(Index i) const {
    if (!facts_.cut_off) return 0;
    std::vector<Index> to;
    positions_->add_moves(i, Player::left, to);
    if (facts_.partizan) positions_->add_moves(i, Player::right, to);
    return static_cast<std::uint64_t>(
        std::count_if(to.begin(), to.end(), [this](Index each) { return is_beyond(each); }));
}

Index ListedGame::parse_index(std::string_view text) const {
    const Index i = positions_->find(text);
    if (!legal(i)) throw Error(ErrorCode::bad_position, "there is no position " + in_quotes(text) + " in this game");
    return i;
}

std::string ListedGame::format(Index i, unsigned) const {
    require(i);
    return positions_->text(i);
}

}  // namespace mexbase
