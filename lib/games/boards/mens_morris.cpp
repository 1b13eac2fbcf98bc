// SPDX-License-Identifier: MIT
#include "mens_morris.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "../../error.hpp"
#include "../../rules/registry.hpp"
#include "../../text_parts.hpp"
#include "shared/rows.hpp"

namespace mexbase {

namespace {

constexpr std::array<std::string_view, 3> boards{"two-squares", "three-squares", "diagonals"};
constexpr std::array<std::string_view, 2> yes_or_no{"no", "yes"};

/// Returns the board that a number of men is usually played on, as an index in `boards`.
std::size_t usual_board(std::uint64_t men) {
    return men <= 6 ? 0 : men <= 9 ? 1 : 2;
}

std::size_t board_of(const Parameters& p) {
    return p.has("board") ? p.choice("board") : usual_board(p.number("men", 3, 12));
}

/// Characters for the numbers of men in a hand.
constexpr std::string_view hand_digits = "0123456789abc";

constexpr std::array<std::string_view, 2> player_names{"White", "Black"};

/// Returns the content of each point, as an index in `RowsForm::cells`.
template <class Position>
auto cells_of(const Position& p) {
    std::array<std::uint8_t, std::numeric_limits<decltype(p.mine)>::digits == 16 ? 16 : 24> cells{};
    for (unsigned point = 0; point < cells.size(); ++point) {
        if ((p.mine >> point & 1) != 0) cells[point] = p.black_moves ? 2 : 1;
        if ((p.theirs >> point & 1) != 0) cells[point] = p.black_moves ? 1 : 2;
    }
    return cells;
}

/// Returns the number of pieces in each hand, White's first.
template <class Position>
std::array<unsigned, 2> hands_of(const Position& p) {
    if (p.black_moves) return {p.their_hand, p.my_hand};
    return {p.my_hand, p.their_hand};
}

std::string men_text(unsigned count) {
    return std::to_string(count) + (count == 1 ? " man" : " men");
}

const FamilyHelp& morris_help() {
    static constexpr std::array keys = {
        KeyHelp{"men", "", "3..12", "the number of men of each player"},
        KeyHelp{.name = "board",
                .meaning = "the board; two-squares (up to 6 men), three-squares (up to 9) or diagonals if not given",
                .optional = true,
                .words = boards},
        KeyHelp{.name = "jumping",
                .meaning = "whether three men may jump to any empty point; no on two squares, otherwise yes",
                .optional = true,
                .words = yes_or_no},
        KeyHelp{.name = "slice",
                .range = "A-B, each 3..men",
                .meaning = "only positions without men in hand: one player has at most A men, the other at most B",
                .optional = true,
                .scope = true}};
    static constexpr FamilyHelp text{
        "place men on two or three squares, then slide them: three in a line are a mill and remove a man",
        "who is to move, the points row by row, and the men in hand, White's first, such as W:................:66",
        "R. Gasser, Solving Nine Men's Morris, Games of No Chance, 1996; R. C. Bell, Board and Table Games from Many "
        "Civilizations",
        keys, "mens-morris:men=5"};
    return text;
}

}  // namespace

template <unsigned squares>
const FamilyHelp& MensMorrisOn<squares>::help() {
    return morris_help();
}

template <unsigned squares>
MorrisForm MensMorrisOn<squares>::form_of(const Parameters& p) {
    MorrisForm form;
    form.men = static_cast<unsigned>(p.number("men", fewest, most));
    form.diagonals = board_of(p) == 2;
    form.jumping = p.has("jumping") ? p.choice("jumping") == 1 : squares == 3;
    if (p.has("slice")) {
        const std::string& text = p.text("slice");
        const std::size_t dash = text.find('-');
        const auto one = exact_number(text.substr(0, dash));
        const auto other = dash < text.size() ? exact_number(text.substr(dash + 1)) : std::nullopt;
        if (!one || !other || std::min(*one, *other) < fewest || std::max(*one, *other) > form.men)
            throw Error(ErrorCode::bad_spec, "slice=" + text + " is not a slice: expected two numbers of men in " +
                                                 std::to_string(fewest) + ".." + std::to_string(form.men) +
                                                 ", such as 4-3");
        form.larger = static_cast<unsigned>(std::max(*one, *other));
        form.smaller = static_cast<unsigned>(std::min(*one, *other));
    }
    return form;
}

template <unsigned squares>
MensMorrisOn<squares> MensMorrisOn<squares>::make(const Parameters& p) {
    return MensMorrisOn(form_of(p));
}

template <unsigned squares>
void MensMorrisOn<squares>::normalise(Parameters& p) {
    const std::size_t board = board_of(p);
    if (board == usual_board(p.number("men", fewest, most))) p.remove("board");
    if (p.has("jumping") && (p.choice("jumping") == 1) == (board != 0)) p.remove("jumping");
    if (p.has("slice")) {
        const MorrisForm form = form_of(p);
        p.normalise("slice", std::to_string(form.larger) + "-" + std::to_string(form.smaller));
    }
}

template <unsigned squares>
std::unique_ptr<Game> MensMorrisOn<squares>::make_game(Parameters p) {
    return board_of(p) == 0 ? make_game_of<MensMorris>(std::move(p)) : make_game_of<LargeMensMorris>(std::move(p));
}

template <unsigned squares>
typename MensMorrisOn<squares>::Pairs MensMorrisOn<squares>::make_pairs(const MorrisForm& form) {
    const unsigned men = form.larger != 0 ? form.larger : form.men;
    if constexpr (squares == 2)
        return {Orbits(Board::points, Board::template symmetries<CellPermutation>()), men, men};
    else
        return {LargeOrbits(Board::points, men, Board::template symmetries<LargeCellPermutation>()), men};
}

/// Returns true if positions with these numbers of men have indices. `hands` counts the men in both hands: the mover
/// has as many as the opponent, or one more. `mine` and `theirs` count the men on the board.
template <unsigned squares>
bool MensMorrisOn<squares>::has_block(unsigned hands, unsigned mine, unsigned theirs) const {
    if (form_.larger != 0 &&
        (hands > 0 || std::max(mine, theirs) > form_.larger || std::min(mine, theirs) > form_.smaller))
        return false;
    const unsigned my_hand = (hands + 1) / 2, their_hand = hands / 2;
    const unsigned i_placed = men() - my_hand, they_placed = men() - their_hand;
    if (mine > i_placed || theirs > they_placed || my_hand + mine < 2 || their_hand + theirs < 3) return false;
    // A player who has placed p men has removed at most max(p - 2, 0) men of the opponent.
    return i_placed - mine + 2 <= std::max(they_placed, 2U) && they_placed - theirs + 2 <= std::max(i_placed, 2U);
}

template <unsigned squares>
MensMorrisOn<squares>::MensMorrisOn(const MorrisForm& form)
    : form_(form), board_(form.diagonals), pairs_(make_pairs(form)) {
    const unsigned men = form.men;
    example_ = "W:" + std::string(Board::points, '.') + ":" + hand_digits[men] + hand_digits[men];
    auto tables = std::make_shared<Tables>();
    Tables& t = *tables;
    const auto add_block = [&](unsigned hands, unsigned mine, unsigned theirs) {
        if (!has_block(hands, mine, theirs)) return;
        t.start[hands][mine][theirs] = t.size;
        t.blocks.push_back({t.size, static_cast<std::uint8_t>(hands), static_cast<std::uint8_t>(mine),
                            static_cast<std::uint8_t>(theirs)});
        t.size += pairs_.size(mine, theirs);
        t.slices.back().size = t.size - t.slices.back().first;
    };
    t.slices.push_back({0, 0, true, 0, "over"});
    for (unsigned theirs = 3; theirs <= men; ++theirs) add_block(0, 2, theirs);
    for (unsigned sum = 6; sum <= 2 * men; ++sum)
        for (unsigned fewer = sum < men + 3 ? 3 : sum - men; 2 * fewer <= sum; ++fewer) {
            if (!has_block(0, fewer, sum - fewer)) continue;
            t.slices.push_back({t.size, 0, false, 0, std::to_string(sum - fewer) + '-' + std::to_string(fewer)});
            add_block(0, fewer, sum - fewer);
            if (2 * fewer < sum) add_block(0, sum - fewer, fewer);
        }
    for (unsigned hands = 1; form.larger == 0 && hands <= 2 * men; ++hands) {
        t.slices.push_back({t.size, 0, true, 0, "hand" + std::to_string(hands)});
        for (unsigned mine = 0; mine <= men; ++mine)
            for (unsigned theirs = 0; theirs <= men; ++theirs) add_block(hands, mine, theirs);
    }
    t.blocks.push_back({t.size, 0, 0, 0});
    // A move leads to a block in which the opponent is the mover. It places a man if the mover has one in hand. It may
    // remove a man.
    for (Slice& slice : t.slices) {
        std::set<Index> read;
        for (const Block& block : t.blocks) {
            if (block.first < slice.first || block.first >= slice.first + slice.size) continue;
            const unsigned hands = block.hands == 0 ? 0 : block.hands - 1U,
                           mine = block.mine + (block.hands == 0 ? 0U : 1U);
            for (const unsigned removed : {0U, 1U}) {
                if (block.theirs < removed || !has_block(hands, block.theirs - removed, mine)) continue;
                const Index first = t.start[hands][block.theirs - removed][mine];
                if (first < slice.first && read.insert(first).second)
                    slice.reads += pairs_.size(block.theirs - removed, mine);
            }
        }
    }
    tables_ = std::move(tables);
}

template <unsigned squares>
const typename MensMorrisOn<squares>::Block& MensMorrisOn<squares>::Tables::block_of(Index i) const {
    return *std::prev(std::upper_bound(blocks.begin(), blocks.end(), i,
                                       [](Index at, const Block& block) { return at < block.first; }));
}

template <unsigned squares>
typename MensMorrisOn<squares>::Position MensMorrisOn<squares>::turned(Position p, unsigned g) const {
    p.mine = static_cast<Points>(pairs_.orbits().image(g % 16, p.mine));
    p.theirs = static_cast<Points>(pairs_.orbits().image(g % 16, p.theirs));
    if (p.my_hand + p.their_hand == 0) p.black_moves = g >= 16;
    return p;
}

template <unsigned squares>
unsigned MensMorrisOn<squares>::image(const Position& p) const {
    const Position representative = unrank(rank(p));
    unsigned g = 0;
    while (g + 1 < images() && !(turned(representative, g) == p)) ++g;
    return g;
}

template <unsigned squares>
typename MensMorrisOn<squares>::Position MensMorrisOn<squares>::parse(std::string_view text) const {
    const RowsForm form = text_form();
    const Rows read = read_rows(text, form);
    const auto fail = [&](const std::string& reason) { throw_no_board(text, reason); };
    std::array<unsigned, 2> hand{}, board{}, points{};
    if (read.tail.size() != 2) fail("expected two digits for the men in hand, such as " + example_);
    for (unsigned colour = 0; colour < 2; ++colour) {
        const std::size_t digit = hand_digits.find(read.tail[colour]);
        if (digit == std::string_view::npos) fail("expected two digits for the men in hand, such as " + example_);
        hand[colour] = static_cast<unsigned>(digit);
    }
    for (unsigned point = 0; point < Board::points; ++point)
        if (read.cells[point] != 0) points[read.cells[point] - 1U] |= 1U << point;
    for (unsigned colour = 0; colour < 2; ++colour) {
        board[colour] = static_cast<unsigned>(std::popcount(points[colour]));
        if (const unsigned sum = hand[colour] + board[colour]; sum > men())
            fail(std::string(player_names[colour]) + " has " + men_text(sum) +
                 " in hand and on the board, expected at most " + std::to_string(men()));
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
        const unsigned placed = men() - hand[1 - colour], lost = men() - hand[colour] - board[colour];
        if (lost + 2 > std::max(placed, 2U))
            fail(std::string(player_names[colour]) + " has lost " + men_text(lost) + " and " +
                 std::string(player_names[1 - colour]) + " has placed " + std::to_string(placed) +
                 ", but only the third man placed and later ones can remove a man");
    }
    if (form_.larger != 0 && !has_block(hand[0] + hand[1], board[mover], board[other]))
        fail("the table is limited to positions without men in hand in which one player has at most " +
             men_text(form_.larger) + " and the other at most " + men_text(form_.smaller));
    return {static_cast<Points>(points[mover]), static_cast<Points>(points[other]),
            static_cast<std::uint8_t>(hand[mover]), static_cast<std::uint8_t>(hand[other]), mover == 1};
}

template <unsigned squares>
std::string MensMorrisOn<squares>::format(const Position& p) const {
    const auto [white, black] = hands_of(p);
    return write_rows(text_form(), p.black_moves ? 1 : 0, cells_of(p),
                      std::string{hand_digits[white], hand_digits[black]});
}

template <unsigned squares>
RowsForm MensMorrisOn<squares>::text_form() const {
    return {"WB", ".WB", 1, Board::points, example_, "the men in hand, White's first"};
}

template <unsigned squares>
std::string MensMorrisOn<squares>::picture(const Position& p) const {
    // Points are three characters apart, with a line of text between two rows of points.
    constexpr unsigned last = 2 * squares;
    std::vector<std::string> rows(2 * last + 1, std::string(3 * last + 1, ' '));
    const typename Board::Lines& lines = board_.lines();
    const auto join = [&](unsigned one, unsigned other) {
        const auto place = [](unsigned point) {
            const std::string_view name = Board::name(point);
            return std::pair(3 * static_cast<std::size_t>(name[0] - 'a'),
                             2 * (last - static_cast<std::size_t>(name[1] - '1')));
        };
        const auto [x, y] = place(one);
        const auto [to_x, to_y] = place(other);
        if (y == to_y) {
            for (std::size_t at = x + 1; at < to_x; ++at) rows[y][at] = '-';
        } else if (x == to_x) {
            for (std::size_t at = y + 1; at < to_y; ++at) rows[at][x] = '|';
        } else {
            // One character next to the outer corner.
            const bool left = x < 3 * squares;
            rows[y + 1][left ? std::min(x, to_x) + 1 : std::max(x, to_x) - 1] = x < to_x ? '\\' : '/';
        }
    };
    for (unsigned point = 0; point < Board::points; ++point)
        for (std::uint32_t near = lines.near[point]; near != 0; near &= near - 1)
            if (const auto other = static_cast<unsigned>(std::countr_zero(near)); other > point) join(point, other);
    const auto cells = cells_of(p);
    for (unsigned point = 0; point < Board::points; ++point)
        rows[2 * (last - static_cast<unsigned>(Board::name(point)[1] - '1'))]
            [3 * static_cast<unsigned>(Board::name(point)[0] - 'a')] = text_form().cells[cells[point]];
    std::string text;
    for (unsigned row = 0; row < rows.size(); ++row)
        text += (row % 2 == 0 ? std::to_string(last + 1 - row / 2) : " ") + ' ' + rows[row] + '\n';
    text += "  ";
    for (unsigned column = 0; column <= last; ++column) text.append(1, static_cast<char>('a' + column)).append("  ");
    text += ' ';
    const auto [white, black] = hands_of(p);
    text.append(player_names[p.black_moves ? 1 : 0]).append(" to move");
    if (white + black > 0) text += "; in hand: White " + std::to_string(white) + ", Black " + std::to_string(black);
    return text;
}

template <unsigned squares>
Drawing MensMorrisOn<squares>::drawing(const Position& p) const {
    constexpr std::array men = {Man::none, Man::light, Man::dark};
    constexpr double left = 1, top = 0.5;
    constexpr unsigned last = 2 * squares;
    constexpr double below = last + 1.6;
    Drawing drawing;
    drawing.width = last + 1.5;
    drawing.height = last + 2;
    for (unsigned inset = 0; inset < squares; ++inset)
        drawing.shapes.emplace_back(Drawing::Rectangle{{left + inset, top + inset},
                                                       last - 2.0 * inset,
                                                       last - 2.0 * inset,
                                                       inset == 0 ? DrawingRole::board : DrawingRole::none,
                                                       DrawingRole::line});
    const auto point_at = [&](unsigned point) {
        const std::string_view name = Board::name(point);
        return Drawing::Point{left + name[0] - 'a', top + static_cast<double>('1' + last) - name[1]};
    };
    const auto& outer = board_.lines().square.front();
    const auto& inner = board_.lines().square.back();
    const auto join = [&](unsigned one, unsigned other) {
        return Drawing::Line{point_at(std::min(one, other)), point_at(std::max(one, other))};
    };
    for (const unsigned place : {1U, 7U, 3U, 5U}) drawing.shapes.emplace_back(join(outer[place], inner[place]));
    for (unsigned place = 0; form_.diagonals && place < 8; place += 2)
        drawing.shapes.emplace_back(join(outer[place], inner[place]));
    const auto cells = cells_of(p);
    for (unsigned point = 0; point < Board::points; ++point) {
        drawing.shapes.emplace_back(Drawing::Disc{point_at(point), 0.07, DrawingRole::line, DrawingRole::none});
        draw_man(drawing, men[cells[point]], point_at(point));
    }
    for (unsigned line = 0; line <= last; ++line) {
        draw_name(drawing, {left + line, top + last + 0.58}, std::string(1, static_cast<char>('a' + line)));
        draw_name(drawing, {left - 0.65, top + line}, std::to_string(last + 1 - line));
    }
    draw_mover(drawing, men[p.black_moves ? 2 : 1], {left + squares, below});
    const auto [white, black] = hands_of(p);
    double x = 0.2;
    for (const auto& [man, count] : {std::pair(Man::light, white), std::pair(Man::dark, black)}) {
        if (count > 0) draw_man(drawing, man, {x, below}, 0.17);
        if (count > 0) draw_name(drawing, {x + 0.42, below}, std::to_string(count));
        x = drawing.width - 0.75;
    }
    return drawing;
}

template <unsigned squares>
std::string MensMorrisOn<squares>::name_of_move(unsigned from, unsigned to, std::uint32_t removed) {
    std::string name;
    if (from < Board::points) name.append(Board::name(from)).append(1, '-');
    name += Board::name(to);
    if (removed != 0) name.append(1, 'x').append(Board::name(static_cast<unsigned>(std::countr_zero(removed))));
    return name;
}

template class MensMorrisOn<2>;
template class MensMorrisOn<3>;

}  // namespace mexbase
