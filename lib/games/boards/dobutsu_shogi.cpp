// SPDX-License-Identifier: MIT
#include "dobutsu_shogi.hpp"

namespace mexbase {

namespace dobutsu {

namespace {

/// Converts a cell of a diagram to a cell as the mover sees it, and vice versa. Rank 4 is nearest to Sente. Gote sees
/// the board turned by half a turn.
unsigned cell_seen(const Diagram& d, unsigned place) {
    const unsigned sentes = (ranks - 1 - place / files) * files + place % files;
    return d.gote_moves ? cell_count - 1 - sentes : sentes;
}

constexpr Kind kind_of(char piece) {
    return capital(piece) == 'E' ? elephant : capital(piece) == 'G' ? giraffe : chick;
}
constexpr char letter_of(unsigned kind, unsigned code) {
    return kind == elephant ? 'E' : kind == giraffe ? 'G' : is_rooster(code) ? 'R' : 'C';
}

}  // namespace

}  // namespace dobutsu

DobutsuShogi::Position DobutsuShogi::position_of(const dobutsu::Diagram& d) const {
    using namespace dobutsu;
    const unsigned own_lion = cell_seen(d, d.find(d.movers('L'))), others_lion = cell_seen(d, d.find(d.others('L')));
    const Lions& lions = tables_->lions;
    Position p{lions.pair_of[own_lion][others_lion], lions.mirrored[own_lion][others_lion], d.gote_moves, {}};
    std::array<std::array<unsigned, 2>, kind_count> codes{};
    std::array<unsigned, kind_count> found{};
    const auto add = [&](char piece, unsigned code) { codes[kind_of(piece)][found[kind_of(piece)]++] = code; };
    for (unsigned place = 0; place < cell_count; ++place) {
        const char piece = d.cells[place];
        if (piece == '-' || capital(piece) == 'L') continue;
        const unsigned cell = p.mirrored ? mirror_of(cell_seen(d, place)) : cell_seen(d, place);
        const bool rooster = capital(piece) == 'R';
        const unsigned whose = d.is_movers(piece) ? rooster ? own_rooster : own : rooster ? others_rooster : others;
        add(piece, whose + lions.cells[p.pair].square[cell]);
    }
    for (const char piece : d.hands) add(piece, d.is_movers(piece) ? own_hand : others_hand);
    for (unsigned kind = 0; kind < kind_count; ++kind)
        p.states[kind] = tables_->placements.state(codes[kind][0], codes[kind][1]);
    return p;
}

dobutsu::Diagram DobutsuShogi::diagram_of(const Position& p) const {
    using namespace dobutsu;
    Diagram d;
    d.gote_moves = p.gote_moves;
    d.cells.fill('-');
    const PairCells& lions = tables_->lions.cells[p.pair];
    const auto put = [&](unsigned cell, char piece) {
        d.cells[cell_seen(d, p.mirrored ? mirror_of(cell) : cell)] = piece;
    };
    put(lions.own, d.movers('L'));
    put(lions.others, d.others('L'));
    for (unsigned kind = 0; kind < kind_count; ++kind)
        for (const Code c : tables_->placements.parts(p.states[kind]).code) {
            const char letter = letter_of(kind, is_in_hand(c) ? own : c);
            if (is_in_hand(c))
                d.hands += c == own_hand ? d.movers(letter) : d.others(letter);
            else
                put(lions.cell[square_of(c)], is_own(c) ? d.movers(letter) : d.others(letter));
        }
    return d;
}

const FamilyHelp& DobutsuShogi::help() {
    static constexpr FamilyHelp text{
        "animals on a board of 3 by 4 squares: take the lion, or bring your own to the far rank (loopy)",
        "the player to move (S or G), the four ranks from Gote's side (capitals are Sente's; - is empty), and the "
        "pieces "
        "in hand, such as S/gle/-c-/-C-/ELG/-",
        "Madoka Kitao, 2008; solved by T. Tanaka, An analysis of a board game \"Doubutsu Shogi\", 2009",
        {},
        "dobutsu-shogi"};
    return text;
}

std::optional<OutcomeValue> DobutsuShogi::settled(const Position& p) const {
    if (p.pair < dobutsu::pair_count) return std::nullopt;
    const dobutsu::Diagram d = diagram_of(p);
    if (d.on_far_rank(d.find(d.movers('L')))) return OutcomeValue{Outcome::win, 0};
    if (d.movers_attack(d.find(d.others('L')))) return OutcomeValue{Outcome::win, 1};
    return OutcomeValue{Outcome::loss, 0};
}

}  // namespace mexbase
