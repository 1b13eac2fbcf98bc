// SPDX-License-Identifier: MIT
#include "fen.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "../../../error.hpp"
#include "../../../text_parts.hpp"
#include "../shared/rows.hpp"
#include "squares.hpp"

namespace mexbase::chess {

namespace {

[[noreturn]] void throw_short_rank(std::string_view text, unsigned rank, unsigned squares) {
    throw_no_board(text, "rank " + std::to_string(rank + 1) + " has " + std::to_string(squares) +
                             (squares == 1 ? " square" : " squares") + ", expected eight");
}

void read_board(Diagram& d, std::string_view text, std::string_view board) {
    unsigned rank = 7, file = 0;
    bool after_number = false;
    for (const char c : board) {
        if (c == '/') {
            if (file != 8) throw_short_rank(text, rank, file);
            if (rank == 0) throw_no_board(text, "it has more than eight ranks");
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            if (after_number) throw_no_board(text, "rank " + std::to_string(rank + 1) + " has two adjacent numbers");
            file += static_cast<unsigned>(c - '0');
        } else if (std::string_view("KQRBNPkqrbnp").find(c) != std::string_view::npos) {
            if (file < 8) d.men[rank * 8 + file] = c;
            ++file;
        } else {
            throw_no_board(
                text, in_quotes({&c, 1}) + " is not a piece: expected one of KQRBNP for White or kqrbnp for Black");
        }
        after_number = c >= '1' && c <= '8';
        if (file > 8) throw_no_board(text, "rank " + std::to_string(rank + 1) + " has more than eight squares");
    }
    if (rank == 0 && file != 8) throw_short_rank(text, rank, file);
    if (rank != 0)
        throw_no_board(text, "it has " + std::to_string(8 - rank) + (rank == 7 ? " rank" : " ranks") +
                                 ", expected 8, from rank 8 to rank 1");
}

/// Removes and returns the first field of `text`. Returns an empty field at the end.
std::string_view take_field(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(fen_blanks), text.size()));
    const std::string_view field = text.substr(0, text.find_first_of(fen_blanks));
    text.remove_prefix(field.size());
    return field;
}

bool is_number(std::string_view field) {
    return !field.empty() && field.size() <= 9 && field.find_first_not_of("0123456789") == std::string_view::npos;
}

using Point = Drawing::Point;

/// Draws a piece into a square with the upper left corner `corner`. Edges and strokes have the colour of the other
/// side, so the piece is visible on paper of any colour.
class Artist {
  public:
    Artist(Drawing& drawing, Point corner, bool black)
        : drawing_(drawing),
          corner_(corner),
          inside_(black ? DrawingRole::dark : DrawingRole::light),
          edge_(black ? DrawingRole::light : DrawingRole::dark) {}

    void draw(Kind kind) const {
        switch (kind) {
            case king:
                mirrored({46, 8, 46, 14, 40, 14, 40, 21, 46, 21, 46, 36});
                mirrored({50, 32, 42, 42, 31, 35, 20, 37, 15, 47, 19, 59, 29, 76});
                stroke({0.5, 0.42}, {0.5, 0.66});
                stroke({0.29, 0.67}, {0.71, 0.67});
                return base(24);
            case queen:
                mirrored({50, 22, 41, 50, 31, 22, 27, 50, 11, 32, 26, 76});
                for (const Point tip : {Point{0.11, 0.3}, {0.31, 0.2}, {0.5, 0.17}, {0.69, 0.2}, {0.89, 0.3}})
                    disc(tip, 0.055);
                stroke({0.27, 0.67}, {0.73, 0.67});
                return base(26);
            case rook:
                mirrored({37, 40, 34, 76});
                mirrored({46, 24, 46, 18, 38, 18, 38, 24, 33, 24, 33, 18, 25, 18, 25, 34, 33, 42});
                return base(24);
            case bishop:
                mirrored({42, 60, 36, 76});
                mirrored({50, 18, 41, 27, 34, 40, 33, 51, 39, 62});
                stroke({0.5, 0.38}, {0.58, 0.27});
                disc({0.5, 0.14}, 0.055);
                return base(22);
            case knight:
                polygon({44, 12, 52, 20, 66, 28, 74, 42, 76, 58, 74, 76, 32, 76, 36, 64, 47,
                         53, 48, 47, 38, 50, 30, 57, 22, 56, 19, 49, 28, 36, 33, 27, 41, 22});
                stroke({0.4, 0.33}, {0.4, 0.33});
                stroke({0.58, 0.32}, {0.65, 0.46});
                return base(24);
            case pawn:
                mirrored({44, 44, 40, 62, 31, 76});
                disc({0.5, 0.36}, 0.13);
                return base(22);
        }
    }

  private:
    Point at(Point p) const { return {corner_.x + p.x, corner_.y + p.y}; }

    /// Draws a polygon. Corners are given as x, y, x, y, … in hundredths of a square.
    void polygon(std::vector<int> hundredths) const {
        Drawing::Polygon shape{{}, inside_, edge_};
        for (std::size_t k = 0; k < hundredths.size(); k += 2)
            shape.corners.push_back(at({hundredths[k] / 100.0, hundredths[k + 1] / 100.0}));
        drawing_.shapes.emplace_back(std::move(shape));
    }
    /// Draws a symmetric polygon from the left half of its corners.
    void mirrored(std::vector<int> left) const {
        for (std::size_t k = left.size(); k > 0; k -= 2)
            if (left[k - 2] != 50) left.insert(left.end(), {100 - left[k - 2], left[k - 1]});
        polygon(std::move(left));
    }
    void disc(Point centre, double radius) const {
        drawing_.shapes.emplace_back(Drawing::Disc{at(centre), radius, inside_, edge_});
    }
    void stroke(Point from, Point to) const {
        drawing_.shapes.emplace_back(Drawing::Line{at(from), at(to), 0.04, edge_});
    }
    void base(int half_width) const { mirrored({50 - half_width, 76, 46 - half_width, 88}); }

    Drawing& drawing_;
    Point corner_;
    DrawingRole inside_, edge_;
};

}  // namespace

FenFields::FenFields(std::string_view text) {
    std::string_view rest = text;
    board = take_field(rest);
    mover = take_field(rest);
    if (const std::string_view field = take_field(rest); !field.empty()) castling = field;
    if (const std::string_view field = take_field(rest); !field.empty()) passed = field;
    for (unsigned number = 5; number <= 6; ++number) {
        const std::string_view operations = rest, field = take_field(rest);
        if (!is_number(field)) {
            rest = operations;
            break;
        }
        if (number == 5) clock = exact_number(field);
    }
    // An operation of EPD is a word, its operands and a semicolon. The last semicolon may be missing.
    const std::string_view operations = rest, first = take_field(rest);
    if (first.empty()) return;
    const bool is_word = std::isalpha(static_cast<unsigned char>(first.front())) != 0;
    if (!is_word || (!first.ends_with(';') && take_field(rest).empty()))
        throw_no_board(text, "after the en passant field it has " + in_quotes(first) +
                                 ", expected two numbers of moves or operations of EPD, such as bm Qg4;");
    for_each_word(operations, ';', [this](std::string_view operation) {
        if (take_field(operation) != "hmvc") return;
        if (const std::string_view plies = take_field(operation); is_number(plies)) clock = exact_number(plies);
    });
}

Diagram FenFields::diagram(std::string_view text) const {
    if (mover.empty())
        throw_no_board(text,
                       "expected Forsyth-Edwards notation: board, side to move (w or b), castling and en passant, "
                       "such as 8/8/8/5k2/8/8/1Q6/K7 w - -");
    Diagram d;
    read_board(d, text, board);
    if (mover != "w" && mover != "b")
        throw_no_board(text, "the second field is " + in_quotes(mover) + ", expected w or b");
    d.black_moves = mover == "b";
    return d;
}

Squares castling_rooks(const Diagram& board, std::string_view text, std::string_view field) {
    Squares rooks = 0;
    if (field == "-") return rooks;
    for (const char letter : field) {
        if (std::string_view("KQkq").find(letter) == std::string_view::npos)
            throw_no_board(text, "the castling field is " + in_quotes(field) + ", expected - or letters of KQkq");
        const bool black = letter == 'k' || letter == 'q';
        const unsigned home = black ? 56 : 0, rook = home + (letter == 'K' || letter == 'k' ? 7 : 0);
        if (board.men[home + 4] == (black ? 'k' : 'K') && board.men[rook] == (black ? 'r' : 'R')) rooks |= bit(rook);
    }
    return rooks;
}

Diagram Diagram::parse(std::string_view text) {
    const FenFields fields(text);
    Diagram d = fields.diagram(text);
    if (castling_rooks(d, text, fields.castling) != 0)
        throw_no_board(text, "the third field is " + in_quotes(fields.castling) +
                                 ", expected -, because castling is not supported");
    if (const std::string_view passed = fields.passed; passed != "-") {
        const char rank = d.black_moves ? '3' : '6';
        if (passed.size() != 2 || passed[0] < 'a' || passed[0] > 'h' || passed[1] != rank)
            throw_no_board(text,
                           "the en passant field is " + in_quotes(passed) + ", expected - or a square of rank " + rank);
        d.passed = static_cast<Square>((passed[1] - '1') * 8 + (passed[0] - 'a'));
    }
    return d;
}

std::string Diagram::format() const {
    std::string text;
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        const auto flush = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (unsigned file = 0; file < 8; ++file) {
            const char man = men[rank * 8 + file];
            if (man == 0) {
                ++empty;
            } else {
                flush();
                text += man;
            }
        }
        flush();
        if (rank > 0) text += '/';
    }
    text += black_moves ? " b - " : " w - ";
    text += passed != 0 ? name_of(passed) : "-";
    return text;
}

std::string Diagram::picture() const {
    std::string text;
    for (unsigned rank = 8; rank-- > 0;) {
        text += static_cast<char>('1' + rank);
        for (unsigned file = 0; file < 8; ++file) {
            text += ' ';
            const char man = men[rank * 8 + file];
            text += man != 0 ? man : '.';
        }
        text += '\n';
    }
    text += "  a b c d e f g h   ";
    text += black_moves ? "Black to move" : "White to move";
    if (passed != 0) text += ", en passant on " + name_of(passed);
    return text;
}

Drawing Diagram::drawing() const {
    constexpr double left = 0.5, side = 8;
    Drawing drawing;
    drawing.width = left + side;
    drawing.height = side + 1;
    const auto add = [&drawing](const auto& shape) { drawing.shapes.emplace_back(shape); };
    const auto corner = [](unsigned s) { return Point{left + file_of(s), 7.0 - rank_of(s)}; };
    add(Drawing::Rectangle{{left, 0}, side, side, DrawingRole::board, DrawingRole::none});
    for (unsigned s = 0; s < square_count; ++s)
        if ((file_of(s) + rank_of(s)) % 2 == 0)
            add(Drawing::Rectangle{corner(s), 1, 1, DrawingRole::shade, DrawingRole::none});
    add(Drawing::Rectangle{{left, 0}, side, side, DrawingRole::none, DrawingRole::line});
    for (unsigned s = 0; s < square_count; ++s) {
        const char man = men[s];
        if (man == 0) continue;
        const bool black = man >= 'a';
        const std::size_t kind = std::string_view(kind_letters).find(static_cast<char>(black ? man - 'a' + 'A' : man));
        Artist(drawing, corner(s), black).draw(static_cast<Kind>(kind));
    }
    if (passed != 0) {
        const auto [x, y] = corner(passed);
        add(Drawing::Disc{{x + 0.5, y + 0.5}, 0.12, DrawingRole::mark, DrawingRole::none});
    }
    for (unsigned k = 0; k < side; ++k) {
        draw_name(drawing, {0.22, k + 0.5}, std::string(1, static_cast<char>('8' - k)));
        draw_name(drawing, {left + k + 0.5, side + 0.26}, std::string(1, static_cast<char>('a' + k)));
    }
    draw_man(drawing, black_moves ? Man::dark : Man::light, {left + side / 2 - 1.52, side + 0.74}, 0.2);
    add(Drawing::Text{{left + side / 2 + 0.2, side + 0.74}, black_moves ? "Black to move" : "White to move", 0.38});
    return drawing;
}

}  // namespace mexbase::chess
