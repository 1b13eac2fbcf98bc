// SPDX-License-Identifier: MIT
#include "fen.hpp"

#include <vector>

#include "../../../error.hpp"
#include "../../../text_parts.hpp"
#include "../shared/rows.hpp"
#include "squares.hpp"

namespace mexbase::chess {

std::string name_of(std::uint8_t square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

namespace {

void read_board(Diagram& d, std::string_view text, std::string_view board) {
    unsigned rank = 7, file = 0;
    bool after_number = false;
    for (const char c : board) {
        if (c == '/') {
            if (file != 8) throw_no_board(text, "rank " + std::to_string(rank + 1) + " must have eight squares");
            if (rank == 0) throw_no_board(text, "expected eight ranks");
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            if (after_number) throw_no_board(text, "rank " + std::to_string(rank + 1) + " has two adjacent numbers");
            file += static_cast<unsigned>(c - '0');
        } else if (std::string_view("KQRBNPkqrbnp").find(c) != std::string_view::npos) {
            if (file < 8) d.men[rank * 8 + file] = c;
            ++file;
        } else {
            throw_no_board(text, in_quotes({&c, 1}) + " is not a piece: expected KQRBNP for White or kqrbnp for Black");
        }
        after_number = c >= '1' && c <= '8';
        if (file > 8) throw_no_board(text, "rank " + std::to_string(rank + 1) + " must have eight squares");
    }
    if (rank == 0 && file != 8) throw_no_board(text, "rank 1 must have eight squares");
    if (rank != 0) throw_no_board(text, "expected eight ranks of eight squares, the eighth first");
}

bool is_number(std::string_view field) {
    return !field.empty() && field.size() <= 9 && field.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

Diagram Diagram::parse(std::string_view text) {
    std::vector<std::string_view> fields;
    for_each_word(text, ' ', [&fields](std::string_view field) {
        if (!field.empty()) fields.push_back(field);
    });
    if (fields.size() < 2 || fields.size() > 6)
        throw_no_board(text,
                       "expected Forsyth-Edwards notation: board, side to move (w or b), castling and en passant, "
                       "such as 8/8/8/5k2/8/8/1Q6/K7 w - -");
    Diagram d;
    read_board(d, text, fields[0]);
    if (fields[1] != "w" && fields[1] != "b") throw_no_board(text, "the second field must be w or b");
    d.black_moves = fields[1] == "b";
    if (fields.size() == 2) return d;
    if (fields[2] != "-") throw_no_board(text, "castling is not supported: the third field must be -");
    if (const std::string_view passed = fields.size() == 3 ? "-" : fields[3]; passed != "-") {
        const char rank = d.black_moves ? '3' : '6';
        if (passed.size() != 2 || passed[0] < 'a' || passed[0] > 'h' || passed[1] != rank)
            throw_no_board(text, std::string("the en passant field must be - or a square of rank ") + rank);
        d.passed = static_cast<Square>((passed[1] - '1') * 8 + (passed[0] - 'a'));
    }
    for (std::size_t k = 4; k < fields.size(); ++k)
        if (!is_number(fields[k])) throw_no_board(text, "the fifth and sixth field must be numbers of moves");
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

}  // namespace mexbase::chess
