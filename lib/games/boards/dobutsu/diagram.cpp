// SPDX-License-Identifier: MIT
#include "diagram.hpp"

#include "../../../error.hpp"
#include "../shared/rows.hpp"

namespace mexbase::dobutsu {

namespace {

constexpr std::string_view hand_order = "EGCegc";

std::string name_of(unsigned cell) {
    return {static_cast<char>('a' + cell % 3), static_cast<char>('1' + cell / 3)};
}

/// Returns the diagram after `piece` goes from `from` to `to`. If `from` is not a cell, the piece is dropped.
Diagram after_move(const Diagram& d, unsigned from, unsigned to, char piece) {
    Diagram after = d;
    if (const char taken = capital(d.cells[to]); taken != '-') after.hands += d.movers(taken == 'R' ? 'C' : taken);
    if (from < Diagram::cell_count)
        after.cells[from] = '-';
    else
        after.hands.erase(after.hands.find(piece), 1);
    after.cells[to] = piece;
    after.gote_moves = !d.gote_moves;
    return after;
}

}  // namespace

std::string Diagram::name_of_move(unsigned from, unsigned to) const {
    return name_of(from) + (cells[to] == '-' ? '-' : 'x') + name_of(to) + (promotes(from, to) ? "+" : "");
}

bool Diagram::attacks(unsigned from, unsigned to) const {
    const int across = static_cast<int>(to % 3) - static_cast<int>(from % 3);
    const int down = static_cast<int>(to / 3) - static_cast<int>(from / 3);
    if (across < -1 || across > 1 || down < -1 || down > 1 || from == to) return false;
    const bool straight = across == 0 || down == 0, forward = down == (is_gotes(cells[from]) ? 1 : -1);
    const char kind = capital(cells[from]);
    if (kind == 'E') return !straight;
    if (kind == 'G') return straight;
    if (kind == 'C') return straight && forward;
    return kind == 'L' || (kind == 'R' && (straight || forward));
}

bool Diagram::movers_attack(unsigned cell) const {
    for (unsigned from = 0; from < cell_count; ++from)
        if (is_movers(cells[from]) && attacks(from, cell)) return true;
    return false;
}

Diagram Diagram::parse(std::string_view text) {
    constexpr std::string_view frame = "S/---/---/---/---/";
    if (text.empty() || (text[0] != 'S' && text[0] != 'G'))
        throw_no_board(text, "expected S or G first, for the player to move, such as S/gle/-c-/-C-/ELG/-");
    const auto is_separator = [&](std::size_t at) { return (text[at] == '/') == (frame[at] == '/'); };
    for (std::size_t at = 0; at < frame.size(); ++at)
        if (at >= text.size() || !is_separator(at))
            throw_no_board(text,
                           "expected the player to move, four ranks of three squares, and the pieces in hand, such as "
                           "S/gle/-c-/-C-/ELG/-");
    Diagram d;
    d.gote_moves = text[0] == 'G';
    for (unsigned cell = 0; cell < cell_count; ++cell) {
        d.cells[cell] = text[2 + cell + cell / 3];
        if (std::string_view("-LEGCRlegcr").find(d.cells[cell]) == std::string_view::npos)
            throw_no_board(text, "a square has " + in_quotes(text.substr(2 + cell + cell / 3, 1)) +
                                     ", expected one of LEGCR and legcr, or -");
    }
    const std::string_view hands = text.substr(frame.size());
    if (hands.empty()) throw_no_board(text, "the pieces in hand are missing: write - if there are none");
    if (hands != "-") d.hands = hands;
    if (d.hands.find_first_of("Rr") != std::string::npos)
        throw_no_board(text, "a rooster is in hand: expected a chick (C or c), because a captured rooster becomes one");
    if (d.hands.find_first_of("Ll") != std::string::npos)
        throw_no_board(text, "a lion is in hand, but both lions must be on the board");
    if (d.hands.find_first_not_of(hand_order) != std::string::npos)
        throw_no_board(
            text, "the pieces in hand are " + in_quotes(d.hands) + ", expected some of EGC and egc, or - for none");
    const auto count = [&](std::string_view letters) {
        const auto is_one = [letters](char c) { return letters.find(c) != std::string_view::npos; };
        return std::count_if(d.cells.begin(), d.cells.end(), is_one) +
               std::count_if(d.hands.begin(), d.hands.end(), is_one);
    };
    if (count("L") != 1 || count("l") != 1)
        throw_no_board(text, "expected one L and one l (lions), found " + std::to_string(count("L")) + " and " +
                                 std::to_string(count("l")));
    const auto require_two = [&](std::string_view letters, const std::string& pieces) {
        if (const auto found = count(letters); found != 2)
            throw_no_board(text,
                           "expected two " + pieces + ", on the board and in hand, found " + std::to_string(found));
    };
    require_two("Ee", "elephants");
    require_two("Gg", "giraffes");
    require_two("CcRr", "chicks or roosters");
    return d;
}

std::string Diagram::format() const {
    std::string text = gote_moves ? "G" : "S";
    for (unsigned cell = 0; cell < cell_count; ++cell) {
        if (cell % 3 == 0) text += '/';
        text += cells[cell];
    }
    std::string sorted = hands;
    std::sort(sorted.begin(), sorted.end(), [](char a, char b) { return hand_order.find(a) < hand_order.find(b); });
    return text + '/' + (sorted.empty() ? "-" : sorted);
}

std::string Diagram::picture() const {
    const auto hand = [this](bool gote) {
        std::string held;
        for (const char piece : hand_order)
            if (is_gotes(piece) == gote)
                for (const char each : hands)
                    if (each == piece) held += std::string(" ") + piece;
        return (held.empty() ? " nothing in hand" : held + " in hand") + (gote_moves == gote ? ", to move" : "");
    };
    std::string text = "   a b c\n";
    for (unsigned cell = 0; cell < cell_count; ++cell) {
        if (cell % 3 == 0) text += ' ' + std::to_string(cell / 3 + 1);
        text += std::string(" ") + (cells[cell] == '-' ? '.' : cells[cell]);
        if (cell == 2) text += "   Gote (small letters):" + hand(true);
        if (cell + 1 == cell_count) text += "   Sente (capitals):" + hand(false);
        if (cell % 3 == 2 && cell + 1 < cell_count) text += '\n';
    }
    return text;
}

Drawing Diagram::drawing() const {
    constexpr double left = 0.5, files = 3, ranks = 4, in_hand = 0.3;
    Drawing drawing;
    drawing.width = left + files + 1.2;
    drawing.height = ranks + 1;
    const auto add = [&drawing](const auto& shape) { drawing.shapes.emplace_back(shape); };
    add(Drawing::Rectangle{{left, 0}, files, ranks, DrawingRole::board, DrawingRole::line});
    for (int line = 1; line < files; ++line) add(Drawing::Line{{left + line, 0}, {left + line, ranks}});
    for (int line = 1; line < ranks; ++line) add(Drawing::Line{{left, 1.0 * line}, {left + files, 1.0 * line}});
    const auto draw_piece = [&](char piece, Drawing::Point at, double size) {
        const bool gote = is_gotes(piece);
        const double up = gote ? -size : size;
        Drawing::Polygon shield{{}, capital(piece) == 'L' ? DrawingRole::mark : DrawingRole::light, DrawingRole::line};
        for (const auto& [x, y] : {std::pair(0.0, -1.0), std::pair(0.8, -0.6), std::pair(0.9, 0.95),
                                   std::pair(-0.9, 0.95), std::pair(-0.8, -0.6)})
            shield.corners.push_back({at.x + up * x, at.y + up * y});
        add(shield);
        if (piece != 'S' && piece != 's')
            add(Drawing::Text{{at.x, at.y + 0.1 * up}, std::string(1, capital(piece)), size, DrawingRole::dark, gote});
    };
    for (unsigned cell = 0; cell < cell_count; ++cell)
        if (cells[cell] != '-') draw_piece(cells[cell], {left + cell % 3 + 0.5, cell / 3 + 0.5}, 0.4);
    for (const bool gote : {false, true}) {
        double y = gote ? in_hand : ranks - in_hand;
        for (const char piece : hand_order)
            for (const char held : hands)
                if (held == piece && is_gotes(piece) == gote) {
                    draw_piece(piece, {left + files + 0.6, y}, 0.8 * in_hand);
                    y += gote ? 2 * in_hand : -2 * in_hand;
                }
    }
    for (unsigned file = 0; file < files; ++file)
        draw_name(drawing, {left + file + 0.5, ranks + 0.26}, std::string(1, static_cast<char>('a' + file)));
    for (unsigned rank = 0; rank < ranks; ++rank) draw_name(drawing, {0.22, rank + 0.5}, std::to_string(rank + 1));
    draw_piece(gote_moves ? 's' : 'S', {left + 0.6, ranks + 0.74}, 0.2);
    add(Drawing::Text{{left + 1.7, ranks + 0.74}, "to move", 0.38});
    return drawing;
}

std::vector<std::pair<Diagram, std::string>> Diagram::moves() const {
    std::vector<std::pair<Diagram, std::string>> all;
    for (unsigned from = 0; from < cell_count; ++from) {
        if (!is_movers(cells[from])) continue;
        for (unsigned to = 0; to < cell_count; ++to) {
            const char there = cells[to];
            if (!attacks(from, to) || is_movers(there) || capital(there) == 'L') continue;
            all.emplace_back(after_move(*this, from, to, promotes(from, to) ? movers('R') : cells[from]),
                             name_of_move(from, to));
        }
    }
    for (const char kind : std::string_view("EGC")) {
        if (hands.find(movers(kind)) == std::string::npos) continue;
        for (unsigned to = 0; to < cell_count; ++to)
            if (cells[to] == '-')
                all.emplace_back(after_move(*this, cell_count, to, movers(kind)), kind + ('*' + name_of(to)));
    }
    return all;
}

std::vector<std::pair<std::optional<Diagram>, std::string>> Diagram::finishing_moves() const {
    std::vector<std::pair<std::optional<Diagram>, std::string>> all;
    if (on_far_rank(find(movers('L')))) return all;
    const unsigned lion = find(others('L'));
    for (unsigned from = 0; from < cell_count; ++from)
        if (is_movers(cells[from]) && attacks(from, lion)) all.emplace_back(std::nullopt, name_of_move(from, lion));
    if (lion / 3 == (gote_moves ? 0 : 3)) return all;  // the other lion has won unless it is taken
    for (auto& [after, name] : moves()) {
        const unsigned own = after.find(movers('L'));
        if (on_far_rank(own) && !after.movers_attack(own)) all.emplace_back(std::move(after), std::move(name));
    }
    return all;
}

}  // namespace mexbase::dobutsu
