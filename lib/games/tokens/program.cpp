#include "program.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "../../error.hpp"
#include "listed_game.hpp"

namespace mexbase {

namespace {

/// The vertices of a board.
class BoardPositions final : public Positions {
  public:
    explicit BoardPositions(std::shared_ptr<const Board> board) : board_(std::move(board)) {}

    Index size() const override { return board_->vertex_count(); }
    std::string text(Index i) const override { return board_->name(static_cast<Vertex>(i)); }
    Index find(std::string_view text) const override { return board_->find(text); }
    std::uint8_t mark(Index i) const override { return board_->mark(static_cast<Vertex>(i)); }
    void add_moves(Index i, Player player, std::vector<Index>& out) const override {
        const auto v = static_cast<Vertex>(i);
        add_ends(board_->successors(v), board_->owners_ahead(v), player, out);
    }
    void add_sources(Index i, Player player, std::vector<Index>& out) const override {
        const auto v = static_cast<Vertex>(i);
        add_ends(board_->predecessors(v), board_->owners_back(v), player, out);
    }

  private:
    /// The ends of those arcs that `player` may use.
    static void add_ends(std::span<const Vertex> ends, std::span<const std::uint8_t> owners, Player player,
                         std::vector<Index>& out) {
        const std::uint8_t opponent = player == Player::left ? Board::right : Board::left;
        for (std::size_t a = 0; a < ends.size(); ++a)
            if (owners.empty() || owners[a] != opponent) out.push_back(ends[a]);
    }

    std::shared_ptr<const Board> board_;
};

ListedFacts facts_of(const Board& board) {
    ListedFacts facts;
    facts.partizan = !board.owners().empty();
    facts.takes_back = true;
    std::optional<Vertex> start, first;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        const std::uint8_t mark = board.mark(v);
        if ((mark & Board::home) != 0) throw Error(ErrorCode::bad_file, "positions of a program have no mark home");
        if ((mark & Board::stopped) != 0) {
            facts.stops = true;
            facts.partizan = facts.partizan || Board::stop_of(mark, true) != Board::stop_of(mark, false);
        }
        if ((mark & Board::beyond) != 0)
            facts.cut_off = true;
        else if (!first)
            first = v;
        if (!start && (mark & Board::start) != 0) start = v;
    }
    if (!first) throw Error(ErrorCode::bad_file, "the program has no position");
    facts.start = start.value_or(*first);
    return facts;
}

std::unique_ptr<Game> make_program(Parameters p) {
    check_program_name(p.text("name"));
    const auto board = p.board();
    return std::make_unique<ListedGame>(std::make_shared<BoardPositions>(board), facts_of(*board), p.spec(), board);
}

}  // namespace

Family family_Program() {
    Family family{ListedGame::family_name, &program_help(), &make_program};
    for (const bool stops : {false, true})
        family.rulesets.push_back({rules_tag<OwnGame>(), listed_kinds(stops), stops, true, true});
    return family;
}

const FamilyHelp& program_help() {
    static constexpr std::array keys = {
        KeyHelp{.name = "name",
                .fallback = "",
                .range = "letters, digits and -",
                .meaning = "what the game is called",
                .verbatim = true},
        KeyHelp{.name = "answers",
                .fallback = "",
                .range = "@ and 16 hexadecimal digits",
                .meaning = "what the program answered, filled in by mexgen",
                .file = KeyHelp::File::program,
                .optional = true,
                .extent = true},
        KeyHelp{.name = "bound",
                .fallback = "",
                .range = "1..4000000000",
                .meaning = "ask only for as many whole levels of play from the start as have so many positions",
                .optional = true}};
    static constexpr FamilyHelp text{
        "positions and options that a program of one's own writes, which --command names (may be loopy)",
        "a text of the program's, without spaces", "whoever wrote the program", keys, "program:name=my-game"};
    return text;
}

void check_program_name(const std::string& name) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
    if (name.empty() || !plain || name.size() > 100)
        throw Error(ErrorCode::bad_spec, "name is up to 100 letters, digits and -, not " + in_quotes(name));
}

}  // namespace mexbase
