// SPDX-License-Identifier: MIT
#include "chess.hpp"

#include "../../error.hpp"
#include "chess/fen.hpp"
#include "shared/rows.hpp"

namespace mexbase {

namespace chess {

namespace {

/// Returns the move in standard algebraic notation (FIDE, appendix C), such as `Qxe4`, `exd6`, `Rae1` or `b8=N`. Omits
/// the sign for check. `moves` are all legal moves. `black_first`: Black has the pieces that the material's name lists
/// first.
std::string san(const MaterialNumbering& layout, const NormalisedPosition& v, bool black_first, const Move& move,
                const std::vector<Move>& moves) {
    const Square from = on_board(black_first, v.at[move.man]), to = on_board(black_first, move.to);
    const std::string square = name_of(from);
    const Kind kind = layout.kind(move.man);
    std::string name;
    if (kind == pawn) {
        if (move.taken != Move::nothing) name += square[0];
    } else {
        name += kind_letters[kind];
        bool others = false, same_file = false, same_rank = false;
        for (const Move& other : moves) {
            if (other.man == move.man || other.to != move.to || layout.kind(other.man) != kind) continue;
            const Square s = on_board(black_first, v.at[other.man]);
            others = true;
            same_file = same_file || file_of(s) == file_of(from);
            same_rank = same_rank || rank_of(s) == rank_of(from);
        }
        if (others && (!same_file || same_rank)) name += square[0];
        if (others && same_file) name += square[1];
    }
    if (move.taken != Move::nothing) name += 'x';
    name += name_of(to);
    if (move.promoted != king) {
        name += '=';
        name += kind_letters[move.promoted];
    }
    return name;
}

/// Returns the move in engine notation: `e2e4`, `e7e8q`.
std::string uci(const NormalisedPosition& v, bool black_first, const Move& move) {
    std::string name = name_of(on_board(black_first, v.at[move.man])) + name_of(on_board(black_first, move.to));
    if (move.promoted != king) name += static_cast<char>(kind_letters[move.promoted] - 'A' + 'a');
    return name;
}

}  // namespace

}  // namespace chess

namespace {

constexpr KeyHelp chess_keys[] = {
    {.name = "material",
     .range = "two kings and up to four other pieces, such as KQKR",
     .meaning = "the pieces of both players, White's first; the table also has all endings that captures and "
                "promotions lead to",
     .optional = true,
     .nameless = true,
     .scope = true},
    {.name = "men",
     .range = "2..5",
     .meaning = "instead of the pieces: all endings with at most this many pieces, kings included",
     .optional = true,
     .scope = true},
};

chess::Material normal_material(const Parameters& parameters) {
    return chess::parse_material(parameters.text("material")).normalised();
}

bool by_men(const Parameters& parameters) {
    const bool men = parameters.has("men");
    if (men && parameters.has("material"))
        throw Error(
            ErrorCode::bad_spec,
            "chess takes either the pieces, such as chess:KQKR, or their number, such as chess:men=4, not both");
    if (!men && !parameters.has("material"))
        throw Error(ErrorCode::bad_spec,
                    "chess needs the pieces, such as chess:KQKR, or their number, such as chess:men=4");
    return men;
}

unsigned men_in(const Parameters& parameters) {
    return static_cast<unsigned>(parameters.number("men", 2, 5));
}

/// Result of `table_group` for positions with more than `most_men` pieces, which are in no table.
constexpr std::string_view too_many = "too many men";

/// Returns true if only the usual fields follow the board: the side to move, then optionally two dashes and counts of
/// moves. Other fields need a full parser.
bool looks_plain(std::string_view fields) {
    if (!fields.starts_with(" w") && !fields.starts_with(" b")) return false;
    fields.remove_prefix(2);
    if (fields.empty() || fields == " - -") return true;
    return fields.starts_with(" - - ") && fields.find_first_not_of("0123456789 ", 5) == std::string_view::npos;
}

/// Returns true if a text is valid Forsyth-Edwards notation. The position may be illegal.
bool reads(std::string_view text) {
    try {
        (void)chess::Diagram::parse(text);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

const FamilyHelp& Chess::help() {
    static constexpr FamilyHelp text{"endings with few pieces; remoteness counts plies to mate (loopy)",
                                     "Forsyth-Edwards notation: the board, w or b to move, castling (always -), en "
                                     "passant, such as 8/8/8/5k2/8/8/1Q6/K7 "
                                     "w - -; the last two may be left out",
                                     "Laws of Chess, FIDE 2023, without castling and without draws by counting moves",
                                     chess_keys, "chess:KQK"};
    return text;
}

std::string Chess::table_group(std::string_view position) {
    // Returns no group for an invalid text. The caller then opens a table, which reports the error. An illegal board
    // gets the group of its pieces, and the table of this group reports the error.
    position.remove_prefix(std::min(position.find_first_not_of(chess::fen_blanks), position.size()));
    const std::size_t end = std::min(position.find_first_of(chess::fen_blanks), position.size());
    chess::Material m;
    unsigned men = 0, squares = 0;
    bool plain = looks_plain(position.substr(end));
    for (const char letter : position.substr(0, end)) {
        const bool black = letter >= 'a' && letter <= 'z';
        const auto kind =
            std::string_view(chess::kind_letters).find(black ? static_cast<char>(letter - 'a' + 'A') : letter);
        if (kind != std::string_view::npos) {
            ++squares;
            if (++men <= chess::most_men) ++m.count[black ? 1 : 0][kind];
        } else if (letter >= '1' && letter <= '8') {
            squares += static_cast<unsigned>(letter - '0');
        } else if (letter != '/') {
            plain = false;
        }
    }
    if ((!plain || squares != chess::square_count) && !reads(position)) return {};
    if (men > chess::most_men) return std::string(too_many);
    if (m.count[0][chess::king] != 1 || m.count[1][chess::king] != 1) return {};
    return chess::format(m.normalised());
}

bool Chess::may_hold(const Parameters& parameters, std::string_view sort) {
    if (sort == too_many) return false;
    const chess::Material wanted = chess::parse_material(sort);
    return by_men(parameters) ? wanted.men() <= men_in(parameters)
                              : chess::leads_to(normal_material(parameters), wanted);
}

std::vector<DigitRange> Chess::digit_ranges() const {
    std::vector<DigitRange> all;
    for (const chess::MaterialNumbering& layout : layouts()) layout.add_digit_ranges(all);
    return all;
}

Chess Chess::make(const Parameters& parameters) {
    if (!by_men(parameters)) return Chess({normal_material(parameters)});
    return Chess(chess::materials_up_to(men_in(parameters)));
}

void Chess::normalise(Parameters& parameters) {
    if (!by_men(parameters)) parameters.normalise("material", chess::format(normal_material(parameters)));
}

Chess::Tables::Tables(const std::vector<chess::Material>& from, Distance distance)
    : Endings(from, distance == Distance::exit), exits(layouts) {
    for (const chess::MaterialNumbering& layout : layouts) {
        const std::vector<chess::Material> next = chess::next_materials(layout.material());
        Index reads = 0;
        for (const chess::MaterialNumbering& lower : layouts)
            if (std::find(next.begin(), next.end(), lower.material()) != next.end()) reads += lower.size();
        for (const auto& [first, name] : layout.slices()) {
            if (!slices.empty()) slices.back().size = first - slices.back().first;
            // Pawn moves may lead to all lower slices of the same material.
            slices.push_back(
                {first, layout.first() + layout.size() - first, false, reads + first - layout.first(), name});
        }
    }
}

Chess::Chess(const std::vector<chess::Material>& materials, Distance distance)
    : tables_(std::make_shared<const Tables>(materials, distance)) {}

Chess Chess::with_exits() const {
    std::vector<chess::Material> materials;
    for (const chess::MaterialNumbering& layout : layouts()) materials.push_back(layout.material());
    return Chess(materials, Distance::exit);
}

bool Chess::is_position(const chess::MaterialNumbering& layout, Index i, const chess::NormalisedPosition& v) {
    const chess::Pieces men(layout, v);
    if (static_cast<unsigned>(std::popcount(men.all())) != layout.men()) return false;
    if (chess::attacks_square(layout, v.at, v.mover, v.at[layout.begin(1U - v.mover)], men.all())) return false;
    if (v.pushed != 0) {
        const unsigned over = chess::passed_square(v.pushed, v.mover), home = v.mover == 0 ? over + 8 : over - 8;
        if ((men.all() & (chess::bit(over) | chess::bit(home))) != 0) return false;
        if (!chess::can_take_en_passant(layout, v, men, v.pushed)) return false;
        return layout.rank(v) == i;
    }
    return !layout.has_pawns() && chess::file_of(v.at[0]) == chess::rank_of(v.at[0]) ? layout.rank(v) == i : true;
}

Chess::Position Chess::parse(std::string_view text) const {
    const chess::Diagram board = chess::Diagram::parse(text);
    chess::BoardError fault = chess::BoardError::none;
    const auto p = position_of(board, &fault);
    if (!p) throw_no_board(text, to_string(fault, board));
    return *p;
}

chess::Diagram Chess::diagram_of(const Position& p) const {
    const chess::MaterialNumbering& layout = layouts()[p.material];
    chess::Diagram d;
    for (unsigned man = 0; man < layout.men(); ++man) {
        const bool black = (layout.side(man) == 1) != p.black_first;
        const char letter = chess::kind_letters[layout.kind(man)];
        d.men[chess::on_board(p.black_first, p.view.at[man])] = black ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    d.black_moves = (p.view.mover == 1) != p.black_first;
    if (p.view.pushed != 0)
        d.passed = chess::on_board(p.black_first, chess::passed_square(p.view.pushed, p.view.mover));
    return d;
}

Chess::Position Chess::position(Index i, unsigned g) const {
    Position p = unrank(i);
    const chess::MaterialNumbering& layout = layouts()[p.material];
    p.black_first = g >= chess::symmetry_count;
    unsigned symmetry = g % chess::symmetry_count;
    if (layout.has_pawns()) symmetry &= chess::mirror_files;
    for (unsigned man = 0; man < layout.men(); ++man) p.view.at[man] = chess::images[symmetry][p.view.at[man]];
    if (p.view.pushed != 0 && symmetry != 0) p.view.pushed = static_cast<std::uint8_t>(9 - p.view.pushed);
    layout.sort(p.view.at);
    return p;
}

unsigned Chess::image(const Position& p) const {
    const Index i = rank(p);
    for (unsigned g = 0; g < images(); ++g)
        if (position(i, g) == p) return g;
    throw Error(ErrorCode::bad_position, "a position is not among the symmetric positions of its index");
}

std::optional<Chess::Position> Chess::passed(const Position& p) const {
    const chess::MaterialNumbering& layout = layouts()[p.material];
    const chess::Pieces men(layout, p.view);
    const bool check = chess::attacks_square(layout, p.view.at, 1U - p.view.mover, men.king, men.all());
    if (check || p.view.pushed != 0) return std::nullopt;
    Position other = p;
    other.view.pushed = 0;
    other.view.mover = static_cast<std::uint8_t>(1 - p.view.mover);
    if (layout.symmetric()) {
        other.view = chess::turned(layout, other.view);
        other.black_first = !p.black_first;
    }
    return other;
}

Chess::Position Chess::after(const Position& p, const chess::Move& move) const {
    const chess::MaterialNumbering& layout = layouts()[p.material];
    if (move.leaves()) return exit(p, move);
    // If both sides have the same pieces, the first side is always to move, so a move makes the other colour first.
    return {p.material, p.black_first != layout.symmetric(),
            chess::after_quiet(layout, p.view, chess::Pieces(layout, p.view), move)};
}

std::vector<chess::Move> Chess::moves(const Position& p) const {
    const chess::MaterialNumbering& layout = layouts()[p.material];
    const chess::Pieces men(layout, p.view);
    std::vector<chess::Move> moves;
    chess::for_each_move(layout, p.view, men, chess::Targets(layout, p.view, men),
                         [&](const chess::Move& m) { moves.push_back(m); });
    return moves;
}

std::vector<std::pair<Chess::Position, std::string>> Chess::named_moves(const Position& p) const {
    const chess::MaterialNumbering& layout = layouts()[p.material];
    const std::vector<chess::Move> all = moves(p);
    std::vector<std::pair<Position, std::string>> named;
    for (const chess::Move& move : all) {
        const Position next = after(p, move);
        const chess::MaterialNumbering& its = layouts()[next.material];
        std::string name = chess::san(layout, p.view, p.black_first, move, all);
        if (chess::Targets(its, next.view, chess::Pieces(its, next.view)).check)
            name += terminal(0, next, Player::left) ? '#' : '+';
        named.emplace_back(next, std::move(name));
    }
    return named;
}

std::vector<std::string> Chess::engine_names(const Position& p, Player) const {
    std::vector<std::string> names;
    for (const chess::Move& move : moves(p)) names.push_back(chess::uci(p.view, p.black_first, move));
    return names;
}

}  // namespace mexbase
