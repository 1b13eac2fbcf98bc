// SPDX-License-Identifier: MIT
#include "families.hpp"

#include <algorithm>
#include <array>

#include "../error.hpp"
#include "../suggestions.hpp"
#include "../text_parts.hpp"

namespace mexbase {

namespace {

enum class Kind { path, cycle, grid, star, complete, bipartite };

struct Form {
    Kind kind;
    std::string_view name;
    bool pair;       ///< MxN, not N
    unsigned least;  ///< smallest number allowed
    /// Number of additional vertices, such as the centre of a star. The number in the name does not include them.
    unsigned more = 0;
};

constexpr std::array forms = {Form{Kind::path, "path", false, 1},         Form{Kind::cycle, "cycle", false, 3},
                              Form{Kind::grid, "grid", true, 1},          Form{Kind::star, "star", false, 0, 1},
                              Form{Kind::complete, "complete", false, 1}, Form{Kind::bipartite, "bipartite", true, 1}};

/// A parsed board name, such as `grid-MxN`. If there is only one number, it is n, and m is 0.
struct Named {
    const Form* form = nullptr;
    unsigned m = 0, n = 0;

    /// Returns the number of vertices. It fits in 32 bits, because m and n are at most `most_family_vertices`.
    unsigned vertices() const { return form->kind == Kind::grid ? m * n : m + n + form->more; }
};

const Form* form_of(std::string_view text) {
    const std::string_view name = text.substr(0, text.find('-'));
    const auto at = std::find_if(forms.begin(), forms.end(), [name](const Form& form) { return form.name == name; });
    if (at == forms.end() || text.size() == at->name.size()) return nullptr;
    return text.find_first_of("./\\") == std::string_view::npos ? &*at : nullptr;
}

std::string form_text(const Form& form) {
    return std::string{form.name} + (form.pair ? "-MxN" : "-N");
}

std::string range_text(const Form& form) {
    if (!form.pair)
        return "N in " + std::to_string(form.least) + ".." + std::to_string(most_family_vertices - form.more);
    return "M and N at least 1 and at most " + std::to_string(most_family_vertices) + " vertices in all";
}

/// Reads a decimal number, digits only. Returns `std::nullopt` for other texts and above `most_family_vertices`.
std::optional<unsigned> read_size(std::string_view text) {
    const auto number = decimal_number(text);
    if (!number || *number > most_family_vertices) return std::nullopt;
    return static_cast<unsigned>(*number);
}

std::optional<Named> read(std::string_view text) {
    const Form* const form = form_of(text);
    if (form == nullptr) return std::nullopt;
    std::string_view numbers = text.substr(form->name.size() + 1);
    Named named{form};
    if (form->pair) {
        const std::size_t cross = numbers.find('x');
        if (cross == std::string_view::npos) return std::nullopt;
        const auto m = read_size(numbers.substr(0, cross));
        if (!m || *m < form->least) return std::nullopt;
        named.m = *m;
        numbers.remove_prefix(cross + 1);
    }
    const auto n = read_size(numbers);
    if (!n || *n < form->least) return std::nullopt;
    named.n = *n;
    if (named.vertices() > most_family_vertices) return std::nullopt;
    return named;
}

Named read_or_throw(std::string_view text) {
    if (const auto named = read(text)) return *named;
    const Form* const form = form_of(text);
    if (form == nullptr)
        throw Error(ErrorCode::bad_spec, in_quotes(text) + " is not a board: expected one of " + board_family_forms(),
                    board_family_meant(text));
    throw Error(ErrorCode::bad_spec,
                in_quotes(text) + " is not a board: expected " + form_text(*form) + " with " + range_text(*form));
}

/// Returns true if an edge joins v and w, where v < w.
bool adjacent(const Named& board, Vertex v, Vertex w) {
    const Kind kind = board.form->kind;
    if (kind == Kind::path) return w == v + 1;
    if (kind == Kind::cycle) return w == v + 1 || w == v + board.n - 1;
    if (kind == Kind::grid) return w == v + board.n || (w == v + 1 && w % board.n != 0);
    if (kind == Kind::star) return v == 0;
    return kind == Kind::complete || (v < board.m && w >= board.m);
}

}  // namespace

bool is_board_family(std::string_view text) {
    return form_of(text) != nullptr;
}

std::vector<std::string_view> board_family_names() {
    std::vector<std::string_view> names;
    for (const Form& form : forms) names.push_back(form.name);
    return names;
}

std::string board_family_forms() {
    std::string all;
    for (const Form& form : forms) all += (all.empty() ? "" : ", ") + form_text(form);
    return all;
}

Board family_board(std::string_view text) {
    const Named named = read_or_throw(text);
    const Vertex vertices = named.vertices();
    std::vector<std::string> names;
    names.reserve(vertices);
    for (Vertex v = 1; v <= vertices; ++v) names.push_back(std::to_string(v));
    std::vector<Board::Arc> arcs;
    // The pairs ascend, so that the arcs from each vertex are in ascending order of their targets.
    for (Vertex v = 0; v < vertices; ++v)
        for (Vertex w = v + 1; w < vertices; ++w)
            if (adjacent(named, v, w)) {
                arcs.emplace_back(v, w);
                arcs.emplace_back(w, v);
            }
    return Board(false, std::move(names), arcs);
}

Suggestion board_family_meant(std::string_view text) {
    // `4x4` and `grid4x4` lack the name or the hyphen.
    const std::size_t digits = text.find_first_of("0123456789");
    if (digits != std::string_view::npos && (digits == 0 || text.substr(0, digits) == "grid")) {
        const std::string grid = "grid-" + std::string(text.substr(digits));
        if (grid_shape(grid)) return {"; did you mean " + grid + '?'};
    }
    return did_you_mean(text.substr(0, text.find_first_of("-0123456789")), board_family_names());
}

std::string normal_board_family(std::string_view text) {
    const Named named = read_or_throw(text);
    std::string normal = std::string{named.form->name} + '-';
    if (named.form->pair) normal += std::to_string(named.m) + 'x';
    return normal + std::to_string(named.n);
}

std::optional<GridShape> grid_shape(std::string_view text) {
    const auto named = read(text);
    if (!named || named->form->kind != Kind::grid) return std::nullopt;
    return GridShape{named->m, named->n};
}

}  // namespace mexbase
