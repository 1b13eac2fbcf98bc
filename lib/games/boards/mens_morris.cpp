// SPDX-License-Identifier: MIT
#include "mens_morris.hpp"

#include <algorithm>

#include "shared/two_sides.hpp"

namespace mexbase {

namespace {

RowsForm form_of(unsigned men) {
    static constexpr std::array<std::string_view, 4> examples{"W:................:33", "W:................:44",
                                                              "W:................:55", "W:................:66"};
    return {"WB", ".WB", 1, MorrisBoard::points, examples[men - MensMorris::fewest], "the men in hand, White's first"};
}

constexpr std::array<std::string_view, 2> player_names{"White", "Black"};

/// Returns the content of each point, as an index in `RowsForm::cells`.
std::array<std::uint8_t, 16> cells_of(const MensMorris::Position& p) {
    return TwoSides::seen_by(p.black_moves ? 1 : 0, {p.mine, p.theirs}).cells();
}

/// Returns the number of pieces in each hand, White's first.
std::array<unsigned, 2> hands_of(const MensMorris::Position& p) {
    if (p.black_moves) return {p.their_hand, p.my_hand};
    return {p.my_hand, p.their_hand};
}

std::string men_text(unsigned count) {
    return std::to_string(count) + (count == 1 ? " man" : " men");
}

}  // namespace

const FamilyHelp& MensMorris::help() {
    static constexpr std::array keys = {KeyHelp{"men", "", "3..6", "the number of men of each player"}};
    static constexpr FamilyHelp text{
        "place men on two squares, then slide them: three on a side are a mill and remove a man",
        "who is to move, the 16 points row by row, and the men in hand, White's first, such as W:................:66",
        "old European games, as in R. C. Bell, Board and Table Games from Many Civilizations", keys,
        "mens-morris:men=5"};
    return text;
}

/// Returns true if positions with these numbers of men have indices. `hands` counts the men in both hands: the mover
/// has as many as the opponent, or one more. `mine` and `theirs` count the men on the board.
bool MensMorris::has_block(unsigned hands, unsigned mine, unsigned theirs) const {
    const unsigned my_hand = (hands + 1) / 2, their_hand = hands / 2;
    const unsigned i_placed = men_ - my_hand, they_placed = men_ - their_hand;
    if (mine > i_placed || theirs > they_placed || my_hand + mine < 2 || their_hand + theirs < 3) return false;
    // A player who has placed p men has removed at most max(p - 2, 0) men of the opponent.
    return i_placed - mine + 2 <= std::max(they_placed, 2U) && they_placed - theirs + 2 <= std::max(i_placed, 2U);
}

MensMorris::MensMorris(unsigned men)
    : men_(men), pairs_(Orbits(MorrisBoard::points, MorrisBoard::symmetries()), men, men) {
    auto tables = std::make_shared<Tables>();
    Tables& t = *tables;
    const auto add_block = [&](unsigned hands, unsigned mine, unsigned theirs) {
        if (!has_block(hands, mine, theirs)) return;
        t.start[hands][mine][theirs] = static_cast<std::uint32_t>(t.size);
        t.blocks.push_back({static_cast<std::uint32_t>(t.size), static_cast<std::uint8_t>(hands),
                            static_cast<std::uint8_t>(mine), static_cast<std::uint8_t>(theirs)});
        t.size += pairs_.size(mine, theirs);
        t.slices.back().size = t.size - t.slices.back().first;
    };
    t.slices.push_back({0, 0, true});
    for (unsigned theirs = 3; theirs <= men; ++theirs) add_block(0, 2, theirs);
    for (unsigned sum = 6; sum <= 2 * men; ++sum)
        for (unsigned fewer = sum < men + 3 ? 3 : sum - men; 2 * fewer <= sum; ++fewer) {
            t.slices.push_back({t.size, 0, false});
            add_block(0, fewer, sum - fewer);
            if (2 * fewer < sum) add_block(0, sum - fewer, fewer);
        }
    for (unsigned hands = 1; hands <= 2 * men; ++hands) {
        t.slices.push_back({t.size, 0, true});
        for (unsigned mine = 0; mine <= men; ++mine)
            for (unsigned theirs = 0; theirs <= men; ++theirs) add_block(hands, mine, theirs);
    }
    t.blocks.push_back({static_cast<std::uint32_t>(t.size), 0, 0, 0});
    tables_ = std::move(tables);
}

const MensMorris::Block& MensMorris::Tables::block_of(Index i) const {
    return *std::prev(std::upper_bound(blocks.begin(), blocks.end(), i,
                                       [](Index at, const Block& block) { return at < block.first; }));
}

MensMorris::Position MensMorris::turned(Position p, unsigned g) const {
    p.mine = static_cast<std::uint16_t>(pairs_.orbits().image(g % 16, p.mine));
    p.theirs = static_cast<std::uint16_t>(pairs_.orbits().image(g % 16, p.theirs));
    if (p.my_hand + p.their_hand == 0) p.black_moves = g >= 16;
    return p;
}

unsigned MensMorris::image(const Position& p) const {
    const Position representative = unrank(rank(p));
    unsigned g = 0;
    while (g + 1 < images() && !(turned(representative, g) == p)) ++g;
    return g;
}

MensMorris::Position MensMorris::parse(std::string_view text) const {
    const RowsForm form = form_of(men_);
    const Rows read = read_rows(text, form);
    const auto fail = [&](const std::string& reason) { throw_no_board(text, reason); };
    std::array<unsigned, 2> hand{}, board{}, points{};
    if (read.tail.size() != 2) fail("expected two digits for the men in hand, such as " + std::string(form.example));
    for (unsigned colour = 0; colour < 2; ++colour) {
        const char digit = read.tail[colour];
        if (digit < '0' || digit > '9')
            fail("expected two digits for the men in hand, such as " + std::string(form.example));
        hand[colour] = static_cast<unsigned>(digit - '0');
    }
    for (unsigned point = 0; point < MorrisBoard::points; ++point)
        if (read.cells[point] != 0) points[read.cells[point] - 1U] |= 1U << point;
    for (unsigned colour = 0; colour < 2; ++colour) {
        board[colour] = static_cast<unsigned>(std::popcount(points[colour]));
        if (const unsigned sum = hand[colour] + board[colour]; sum > men_)
            fail(std::string(player_names[colour]) + " has " + men_text(sum) +
                 " in hand and on the board, expected at most " + std::to_string(men_));
    }
    const unsigned mover = read.mover, other = 1 - mover;
    const std::string in_hand = "; White has " + std::to_string(hand[0]) + " and Black " + std::to_string(hand[1]);
    if (mover == 0 && hand[0] != hand[1])
        fail("White is to move, so both players must have the same number of men in hand" + in_hand);
    if (mover == 1 && hand[1] != hand[0] + 1 && hand[0] + hand[1] > 0)
        fail("Black is to move, so Black must have one man more in hand than White, or neither may have any" + in_hand);
    if (hand[mover] + board[mover] < 2)
        fail(std::string(player_names[mover]) + " has " + men_text(hand[mover] + board[mover]) +
             " left, but play ended when 2 were left");
    if (hand[other] + board[other] < 3)
        fail(std::string(player_names[other]) + " has just moved with " + men_text(hand[other] + board[other]) +
             " left, but play ended when 2 were left");
    for (unsigned colour = 0; colour < 2; ++colour) {
        const unsigned placed = men_ - hand[1 - colour], lost = men_ - hand[colour] - board[colour];
        if (lost + 2 > std::max(placed, 2U))
            fail(std::string(player_names[colour]) + " has lost " + men_text(lost) + " and " +
                 std::string(player_names[1 - colour]) + " has placed " + std::to_string(placed) +
                 ", but only the third man placed and later ones can remove a man");
    }
    return {static_cast<std::uint16_t>(points[mover]), static_cast<std::uint16_t>(points[other]),
            static_cast<std::uint8_t>(hand[mover]), static_cast<std::uint8_t>(hand[other]), mover == 1};
}

std::string MensMorris::format(const Position& p) const {
    const auto [white, black] = hands_of(p);
    return write_rows(form_of(men_), p.black_moves ? 1 : 0, cells_of(p), std::to_string(white) + std::to_string(black));
}

std::string MensMorris::picture(const Position& p) const {
    std::string text =
        "5 *-----*-----*\n"
        "  |     |     |\n"
        "4 |  *--*--*  |\n"
        "  |  |     |  |\n"
        "3 *--*     *--*\n"
        "  |  |     |  |\n"
        "2 |  *--*--*  |\n"
        "  |     |     |\n"
        "1 *-----*-----*\n"
        "  a  b  c  d  e   ";
    const auto cells = cells_of(p);
    std::size_t at = 0;
    for (const std::uint8_t cell : cells) {
        at = text.find('*', at);
        text[at] = form_of(men_).cells[cell];
    }
    const auto [white, black] = hands_of(p);
    text.append(player_names[p.black_moves ? 1 : 0]).append(" to move");
    if (white + black > 0) text += "; in hand: White " + std::to_string(white) + ", Black " + std::to_string(black);
    return text;
}

Drawing MensMorris::drawing(const Position& p) const {
    constexpr std::array men = {Man::none, Man::light, Man::dark};
    constexpr double left = 1, top = 0.5;
    Drawing drawing;
    drawing.width = 5.5;
    drawing.height = 6;
    for (const double inset : {0.0, 1.0})
        drawing.shapes.emplace_back(Drawing::Rectangle{{left + inset, top + inset},
                                                       4 - 2 * inset,
                                                       4 - 2 * inset,
                                                       inset == 0 ? DrawingRole::board : DrawingRole::none,
                                                       DrawingRole::line});
    const auto point_at = [&](unsigned point) {
        const std::string_view name = MorrisBoard::name(point);
        return Drawing::Point{left + name[0] - 'a', top + '5' - name[1]};
    };
    for (const auto& [one, other] : {std::pair(1U, 4U), std::pair(6U, 7U), std::pair(8U, 9U), std::pair(11U, 14U)})
        drawing.shapes.emplace_back(Drawing::Line{point_at(one), point_at(other)});
    const auto cells = cells_of(p);
    for (unsigned point = 0; point < MorrisBoard::points; ++point) {
        drawing.shapes.emplace_back(Drawing::Disc{point_at(point), 0.07, DrawingRole::line, DrawingRole::none});
        draw_man(drawing, men[cells[point]], point_at(point));
    }
    for (unsigned line = 0; line < 5; ++line) {
        draw_name(drawing, {left + line, top + 4.58}, std::string(1, static_cast<char>('a' + line)));
        draw_name(drawing, {left - 0.65, top + line}, std::to_string(5 - line));
    }
    draw_mover(drawing, men[p.black_moves ? 2 : 1], {left + 2, 5.6});
    const auto [white, black] = hands_of(p);
    double x = 0.2;
    for (const auto& [man, count] : {std::pair(Man::light, white), std::pair(Man::dark, black)}) {
        if (count > 0) draw_man(drawing, man, {x, 5.6}, 0.17);
        if (count > 0) draw_name(drawing, {x + 0.42, 5.6}, std::to_string(count));
        x = drawing.width - 0.75;
    }
    return drawing;
}

std::string MensMorris::name_of_move(unsigned from, unsigned to, unsigned removed) {
    std::string name;
    if (from < MorrisBoard::points) name.append(MorrisBoard::name(from)).append(1, '-');
    name += MorrisBoard::name(to);
    if (removed != 0) name.append(1, 'x').append(MorrisBoard::name(static_cast<unsigned>(std::countr_zero(removed))));
    return name;
}

}  // namespace mexbase
