// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "../../error.hpp"
#include "../../suggestions.hpp"

namespace mexbase {

namespace {

OwnFacts facts_of(const Board& board) {
    bool partizan = !board.owners().empty(), stops = false, cut_off = false;
    std::optional<Vertex> start, first;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        const std::uint8_t mark = board.mark(v);
        if ((mark & Board::home) != 0)
            throw Error(ErrorCode::bad_file, "position " + in_quotes(board.name(v)) +
                                                 " of a program has the mark home, which is not allowed");
        if ((mark & Board::stopped) != 0) {
            stops = true;
            partizan = partizan || Board::stop_of(mark, true) != Board::stop_of(mark, false);
        }
        if ((mark & Board::beyond) != 0)
            cut_off = true;
        else if (!first)
            first = v;
        if (!start && (mark & Board::start) != 0) start = v;
    }
    if (!first) throw Error(ErrorCode::bad_file, "the program has no position within its bound");
    OwnFacts facts = program_facts(start.value_or(*first), partizan, stops, cut_off);
    facts.takes_back = true;
    return facts;
}

std::unique_ptr<Game> make_program(Parameters p) {
    check_program_name(p.text("name"));
    const auto board = p.board();
    return std::make_unique<ListedGame>(program_family, positions_of(board), facts_of(*board), p.spec(), board,
                                        look_of_program(p));
}

}  // namespace

std::unique_ptr<Game> Registry::make_program(const std::string& spec, std::shared_ptr<const Positions> positions,
                                             Index start, bool partizan, bool stops) const {
    RawSpec raw = parse_spec(spec);
    if (raw.family != program_family)
        throw Error(ErrorCode::bad_spec,
                    "the game of a table that stores its positions must be " + std::string(program_family));
    // Marks show which positions are past the bound of a bounded game.
    const bool cut_off = true;
    return std::make_unique<ListedGame>(program_family, std::move(positions),
                                        program_facts(start, partizan, stops, cut_off), spec, nullptr,
                                        look_of_program({std::move(raw), program_help()}));
}

Family family_Program() {
    Family family{program_family, &program_help(), &make_program};
    for (const bool stops : {false, true})
        family.rulesets.push_back({rules_tag<OwnGame>(), listed_kinds(stops), stops, true, true});
    return family;
}

OwnFacts program_facts(Index start, bool partizan, bool stops, bool cut_off) {
    OwnFacts facts;
    facts.start = start;
    facts.partizan = partizan;
    facts.stops = stops;
    facts.bounded = facts.ties_beyond = cut_off;
    const std::span<const ValueKind> kinds = listed_kinds(stops);
    facts.kinds.assign(kinds.begin(), kinds.end());
    return facts;
}

PositionLook look_of_program(const Parameters& parameters) {
    if (!parameters.has("board")) return PositionLook::text;
    (void)parameters.choice("board");
    return PositionLook::cells;
}

const ListedGame* as_program(const Game& game) {
    return game.family() == program_family ? dynamic_cast<const ListedGame*>(&game) : nullptr;
}

const FamilyHelp& program_help() {
    static constexpr std::array<std::string_view, 1> looks = {"cells"};
    static constexpr std::array keys = {
        KeyHelp{.name = "name", .range = "letters, digits and -", .meaning = "the name of the game", .verbatim = true},
        KeyHelp{.name = "answers",
                .range = "@ and 16 hexadecimal digits",
                .meaning = "a hash of the program's answers, filled in by mexgen",
                .file = KeyHelp::File::program,
                .optional = true,
                .scope = true},
        KeyHelp{.name = "bound",
                .range = "1..4000000000",
                .meaning = "the maximum number of positions: they are explored by their number of moves from the "
                           "start, and a level that "
                           "would exceed the maximum is not begun",
                .optional = true},
        KeyHelp{.name = "board",
                .meaning = "cells: a position's text shows a board, with a character per cell and / between rows, such "
                           "as X:.../.X./..O; drawings show it, and moves are named by the cells that they change",
                .optional = true,
                .scope = true,
                .words = looks}};
    static constexpr FamilyHelp text{
        "a game whose positions and options come from your own program, given by --command (may be loopy)",
        "a text without spaces, as the program writes it", "the author of the program", keys, "program:name=my-game"};
    return text;
}

void check_program_name(const std::string& name) {
    std::string plain = name;
    std::replace_if(
        plain.begin(), plain.end(),
        [](char c) { return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9'); }, '-');
    if (name.empty() || plain != name || name.size() > 100)
        throw Error(ErrorCode::bad_spec, "name must be 1 to 100 letters, digits and -, not " + in_quotes(name),
                    did_you_mean(name, std::vector<std::string>{plain}));
}

}  // namespace mexbase
