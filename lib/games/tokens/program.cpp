#include "program.hpp"

#include <algorithm>
#include <utility>

#include "../../error.hpp"
#include "../../rules/registry.hpp"

namespace mexbase {

// Compiled elsewhere, optimised for solvers.
extern template class RulesOf<Program>;
extern template class RulesOf<StoppingProgram>;

namespace {

bool has_mark(const Board& board, std::uint8_t mark) {
    return std::any_of(board.marks().begin(), board.marks().end(),
                       [mark](std::uint8_t each) { return (each & mark) != 0; });
}

}  // namespace

Program::Program(std::shared_ptr<const Board> given) : BoardWalk(std::move(given)) {
    bool found = false;
    partizan_ = !board().owners().empty();
    for (Vertex v = 0; v < size(); ++v) {
        const std::uint8_t mark = board().mark(v);
        if ((mark & Board::stopped) != 0)
            partizan_ = partizan_ || Board::stop_of(mark, true) != Board::stop_of(mark, false);
        if (!found && (mark & Board::start) != 0) {
            start_ = v;
            found = true;
        }
    }
    for (Vertex v = 0; !found && v < size(); ++v)
        if (legal(v)) {
            start_ = v;
            found = true;
        }
}

std::uint64_t Program::leaves_bound(Index, Position v) const {
    if ((board().mark(v) & Board::beyond) != 0) return 0;
    const auto ends = board().successors(v);
    return static_cast<std::uint64_t>(
        std::count_if(ends.begin(), ends.end(), [this](Vertex to) { return (board().mark(to) & Board::beyond) != 0; }));
}

const FamilyHelp& Program::help() {
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

void Program::check_name(const std::string& name) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
    if (name.empty() || !plain || name.size() > 100)
        throw Error(ErrorCode::bad_spec, "name is up to 100 letters, digits and -, not " + in_quotes(name));
}

Program Program::make(const Parameters& p) {
    check_name(p.text("name"));
    const Board& board = *p.board();
    if (has_mark(board, Board::home)) throw Error(ErrorCode::bad_file, "positions of a program have no mark home");
    for (Vertex v = 0; v < board.vertex_count(); ++v)
        if ((board.mark(v) & Board::beyond) == 0) return Program(p.board());
    throw Error(ErrorCode::bad_file, "the program has no position");
}

std::unique_ptr<Game> Program::make_game(Parameters p) {
    if (p.has_board() && has_mark(*p.board(), Board::stopped)) return make_game_of<StoppingProgram>(std::move(p));
    return make_game_of<Program>(std::move(p));
}

}  // namespace mexbase
