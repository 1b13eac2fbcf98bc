// SPDX-License-Identifier: MIT
#include "colouring_board.hpp"

#include <algorithm>

#include "../../board/automorphisms.hpp"
#include "../../board/families.hpp"
#include "../../error.hpp"

namespace mexbase {

ColouringBoard::ColouringBoard(std::shared_ptr<const Board> board, std::string_view name, unsigned columns) {
    const std::uint64_t vertices = board->vertex_count();
    // The name of a board from a file is a hash, which means nothing to users, so messages do not show it.
    const bool from_file = name.starts_with('@');
    const std::string shown = from_file ? "the board" : "board=" + std::string{name};
    if (vertices == 0 || vertices > most_coloured_vertices)
        throw Error(from_file ? ErrorCode::bad_file : ErrorCode::bad_spec,
                    shown + " has " + std::to_string(vertices) + " vertices: this game is played on boards of 1.." +
                        std::to_string(most_coloured_vertices) + " vertices");
    const Neighbours neighbours(*board);
    shape_ = std::make_shared<const Shape>(Shape{std::move(board), shown, columns, neighbours});
}

ColouringBoard::ColouringBoard(const Parameters& p)
    : ColouringBoard(p.board(), p.text("board"), grid_shape(p.text("board")).value_or(GridShape{}).columns) {}

std::shared_ptr<const Words> ColouringBoard::words(Language language, Symmetry symmetry) const {
    std::vector<Permutation> automorphisms;
    if (symmetry == Symmetry::all) {
        auto all = all_automorphisms(board(), most_automorphisms);
        if (!all)
            throw Error(ErrorCode::bad_spec, "symmetry=all cannot be used: " + name() + " has more than " +
                                                 std::to_string(most_automorphisms) + " symmetries");
        automorphisms = std::move(*all);
    }
    return std::make_shared<const Words>(neighbours(), std::move(language), symmetry, name(), automorphisms);
}

std::string ColouringBoard::read(std::string_view text, std::string_view letters) const {
    const std::size_t vertices = shape_->neighbours.vertices;
    const unsigned columns = shape_->columns;
    std::string read;
    const bool rows = columns != 0 && text.find('/') != std::string_view::npos;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool between = rows && i % (columns + 1) == columns;
        if (between && text[i] == '/') continue;
        if (rows && text[i] == '/')
            throw_bad_position(text, "is not a position: row " + std::to_string(i / (columns + 1) + 1) + " has " +
                                         std::to_string(i % (columns + 1)) + " cells, expected " +
                                         std::to_string(columns));
        if (between || letters.find(text[i]) == std::string_view::npos)
            throw_bad_position(text,
                               "is not a position: letter " + std::to_string(i + 1) + " is " +
                                   in_quotes(text.substr(i, std::max<std::size_t>(1, utf8_length(text.substr(i))))) +
                                   ", expected " + (between ? "/ after a row" : "one of " + std::string{letters}));
        read += text[i];
    }
    if (read.size() != vertices || (rows && text.back() == '/'))
        throw_bad_position(text, "is not a position: it has " + std::to_string(read.size()) + " letters, expected " +
                                     std::to_string(vertices) + ", one per vertex");
    return read;
}

std::string ColouringBoard::write(std::string letters) const {
    const unsigned columns = shape_->columns;
    if (columns == 0) return letters;
    std::string text;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (i != 0 && i % columns == 0) text += '/';
        text += letters[i];
    }
    return text;
}

std::string ColouringBoard::write(const Colouring& p, char open) const {
    std::string letters(shape_->neighbours.vertices, '-');
    for_each_vertex(p.black, [&](unsigned v) { letters[v] = 'B'; });
    for_each_vertex(p.white, [&](unsigned v) { letters[v] = 'W'; });
    for_each_vertex(p.open, [&](unsigned v) { letters[v] = open; });
    return write(std::move(letters));
}

std::string ColouringBoard::picture(std::string text) const {
    std::replace(text.begin(), text.end(), '/', '\n');
    return text;
}

GraphDrawing ColouringBoard::drawing(const Colouring& p, DrawingRole open) const {
    GraphDrawing graph = drawing_of_board(board(), 0).graph;
    graph.columns = shape_->columns;
    const auto is_removed = [&p](unsigned v) { return (p.present() & just(v)) == 0; };
    for (unsigned v = 0; v < graph.nodes.size(); ++v) {
        GraphDrawing::Node& node = graph.nodes[v];
        node.inside = (p.black & just(v)) != 0   ? DrawingRole::dark
                      : (p.white & just(v)) != 0 ? DrawingRole::light
                                                 : open;
        if (is_removed(v)) {
            node.inside = DrawingRole::none;
            node.edge = DrawingRole::faint;
        }
    }
    for (GraphDrawing::Line& line : graph.lines)
        if (is_removed(line.from) || is_removed(line.to)) line.ink = DrawingRole::faint;
    return graph;
}

Colouring colouring_from(std::string_view letters) {
    Colouring p;
    for (unsigned v = 0; v < letters.size(); ++v) {
        const char letter = letters[v];
        if (letter != '-') (letter == 'B' ? p.black : letter == 'W' || letter == 'R' ? p.white : p.open) |= just(v);
    }
    return p;
}

Symmetry symmetry_of(const Parameters& p, PlayForm play_form) {
    const auto symmetry = static_cast<Symmetry>(p.choice("symmetry"));
    if (play_form == PlayForm::partizan && symmetry != Symmetry::none)
        throw Error(ErrorCode::bad_spec, "symmetry=" + p.text("symmetry") +
                                             " needs play=impartial: in partizan play a position and the one with the "
                                             "colours exchanged differ in value");
    return symmetry;
}

}  // namespace mexbase
