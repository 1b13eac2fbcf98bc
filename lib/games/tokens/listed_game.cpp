// SPDX-License-Identifier: MIT
#include "listed_game.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "../../error.hpp"
#include "token_drawing.hpp"

namespace mexbase {

namespace {

class BoardPositions final : public Positions {
  public:
    explicit BoardPositions(std::shared_ptr<const Board> board) : board_(std::move(board)) {}

    Index size() const override { return board_->vertex_count(); }
    std::string text(Index i) const override { return board_->name(static_cast<Vertex>(i)); }
    Index find(std::string_view text) const override { return board_->find(text); }
    std::uint8_t mark(Index i) const override { return board_->mark(static_cast<Vertex>(i)); }
    void add_moves(Index i, Player player, std::vector<Index>& out) const override {
        const auto v = static_cast<Vertex>(i);
        if (is_left(v)) add_ends(board_->successors(v), board_->owners_ahead(v), player, out);
    }
    void add_sources(Index i, Player player, std::vector<Index>& out) const override {
        const auto v = static_cast<Vertex>(i);
        const auto before = static_cast<std::ptrdiff_t>(out.size());
        add_ends(board_->predecessors(v), board_->owners_back(v), player, out);
        const auto stays = [this](Index from) { return !is_left(static_cast<Vertex>(from)); };
        out.erase(std::remove_if(out.begin() + before, out.end(), stays), out.end());
    }

  private:
    bool is_left(Vertex v) const { return (board_->mark(v) & (Board::home | Board::beyond)) == 0; }
    /// Appends the ends of the arcs that `player` may use.
    static void add_ends(std::span<const Vertex> ends, std::span<const std::uint8_t> owners, Player player,
                         std::vector<Index>& out) {
        const std::uint8_t opponent = player == Player::left ? Board::right : Board::left;
        for (std::size_t a = 0; a < ends.size(); ++a)
            if (owners.empty() || owners[a] != opponent) out.push_back(ends[a]);
    }

    std::shared_ptr<const Board> board_;
};

OwnFacts completed(OwnFacts facts, Index size, PositionLook look) {
    facts.size = size;
    facts.cells = look == PositionLook::cells;
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

std::shared_ptr<const Positions> positions_of(std::shared_ptr<const Board> board) {
    return std::make_shared<BoardPositions>(std::move(board));
}

ListedGame::ListedGame(std::string_view family, std::shared_ptr<const Positions> positions, const OwnFacts& facts,
                       std::string spec, std::shared_ptr<const Board> board, PositionLook look)
    : OwnGame(family, std::move(spec), std::move(board), completed(facts, positions->size(), look)),
      positions_(std::move(positions)),
      look_(look) {}

void ListedGame::add_options(Index i, Player mover, std::vector<Index>& out) const {
    const std::size_t before = out.size();
    positions_->add_moves(i, mover, out);
    if (traits().bounded)
        out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                                 [this](Index to) { return is_beyond(to); }),
                  out.end());
}

std::optional<OutcomeValue> ListedGame::stopped(Index i, Player mover) const {
    if (!traits().stops) return std::nullopt;
    return positions_->stop(i, mover);
}

std::uint64_t ListedGame::leaves_bound(Index i) const {
    if (!traits().bounded) return 0;
    std::vector<Index> to;
    positions_->add_moves(i, Player::left, to);
    if (partizan()) positions_->add_moves(i, Player::right, to);
    return static_cast<std::uint64_t>(
        std::count_if(to.begin(), to.end(), [this](Index each) { return is_beyond(each); }));
}

Index ListedGame::parse_index(std::string_view text) const {
    const Index i = positions_->find(text);
    if (i >= size()) throw Error(ErrorCode::bad_position, in_quotes(text) + " is not a position of this game");
    if (is_beyond(i))
        throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is past the bound of this game, so it has no value");
    return i;
}

std::string ListedGame::format(Index i, unsigned) const {
    require(i);
    return positions_->text(i);
}

std::optional<Drawing> ListedGame::drawing_of(const ResolvedPosition& asked, const GraphLayout& layout,
                                              const PositionLabel& label) const {
    switch (look_) {
        case PositionLook::token:
            return drawing_of_graph(token_on_board(*board(), static_cast<Vertex>(asked.index())).graph, layout, label);
        case PositionLook::squares:
            return counter_on_squares(*board(), static_cast<Vertex>(asked.index()), label);
        default:
            return OwnGame::drawing_of(asked, layout, label);
    }
}

}  // namespace mexbase
