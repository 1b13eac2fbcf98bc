#include <iostream>
#include <mexbase/query/best_play.hpp>
#include <mexbase/query/chess/chess.hpp>

// By text: what the position is worth to who is to move, and the best move.
void by_text(const mexbase::Table& table, const std::string& fen) {
    const auto position = table.resolve(fen);
    if (!position) return void(std::cerr << position.error().message << '\n');
    std::cout << to_string(table.at(*position).value());
    const auto moves = mexbase::best_moves(table, *position).value();
    if (!moves.empty()) std::cout << ": " << moves.front().name << ' ' << moves.front().engine_name;
    std::cout << '\n';
}

// By squares: no text is read and no memory taken.
void by_squares(const mexbase::Table& table) {
    mexbase::chess::Diagram board;  // 0 is a1, 7 is h1, 63 is h8
    board.men[46] = 'K';
    board.men[52] = 'Q';
    board.men[63] = 'k';
    board.black_moves = true;
    const auto index = mexbase::chess_index(table, board);
    if (!index) return void(std::cerr << index.error().message << '\n');  // as a board with too many men
    const mexbase::Outcome outcome = table.stored_outcome(*index).value();
    std::cout << (outcome == mexbase::Outcome::draw ? "a draw\n" : "not a draw\n");
}

int main(int argc, char** argv) {
    const auto table = mexbase::Table::open(argc > 1 ? argv[1] : "queen.mxb");
    if (!table) return std::cerr << table.error().message << '\n', 1;
    by_text(*table, "7k/8/5K2/8/8/8/8/6Q1 w - -");
    by_squares(*table);
}
