// SPDX-License-Identifier: MIT
#include "reading.hpp"

#include <bit>
#include <cstring>

#include "moves.hpp"

namespace mexbase::chess {

namespace {

constexpr std::uint8_t no_man = 0xff, black_man = 8;

/// Code of each character: the kind, plus `black_man` for Black's pieces; `no_man` if it is not a piece.
constexpr auto man_codes = [] {
    std::array<std::uint8_t, 256> codes{};
    codes.fill(no_man);
    for (unsigned kind = 0; kind < kind_count; ++kind) {
        const auto letter = static_cast<unsigned char>(kind_letters[kind]);
        codes[letter] = static_cast<std::uint8_t>(kind);
        codes[letter - 'A' + 'a'] = static_cast<std::uint8_t>(kind + black_man);
    }
    return codes;
}();

std::uint8_t code_of(char man) {
    return man_codes[static_cast<unsigned char>(man)];
}

/// `keys[code]` is the amount that a piece with this code adds to the key of the material (`MaterialIndex::Key`).
constexpr auto keys = [] {
    std::array<MaterialIndex::Key, 2 * black_man> all{};
    for (unsigned side = 0; side < 2; ++side)
        for (unsigned kind = 0; kind < kind_count; ++kind) all[side * black_man + kind] = MaterialIndex::of(side, kind);
    return all;
}();

/// Returns the squares that are not empty. Has no data-dependent branches: one misprediction would cost as much as the
/// whole function.
Squares occupied(const Diagram& board) {
    Squares men = 0;
    static_assert(square_count % sizeof(std::uint64_t) == 0);
    for (unsigned first = 0; first < square_count; first += sizeof(std::uint64_t)) {
        std::uint64_t several;
        std::memcpy(&several, board.men.data() + first, sizeof several);
        if constexpr (std::endian::native == std::endian::big) several = __builtin_bswap64(several);
        constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7f;
        // Set the highest bit of each byte that is not 0. Then the multiplication gathers these bits.
        const std::uint64_t marks = (((several & low_bits) + low_bits) | several) & ~low_bits;
        men |= ((marks >> 7) * 0x0102040810204080 >> 56) << first;
    }
    return men;
}

struct Found {
    struct Piece {
        Square at = 0;
        std::uint8_t code = 0;
    };
    std::array<Piece, most_men> men{};
    unsigned count = 0;  ///< number of all pieces; `men` has only the first `most_men`
    std::array<unsigned, 2> kings{};
    MaterialIndex::Key key = 0;
    BoardError fault = BoardError::none;  ///< `letter` or `sets` if the board itself is malformed

    void add(Square at, std::uint8_t code) {
        if (count < most_men) men[count] = {at, code};
        kings[0] += code == king ? 1U : 0U;
        kings[1] += code == king + black_man ? 1U : 0U;
        key += keys[code % keys.size()];
        ++count;
    }
};

Found men_on(const Diagram& board) {
    Found found;
    for (Squares men = occupied(board); men != 0; men &= men - 1) {
        const Square square = lowest(men);
        const std::uint8_t code = code_of(board.men[square]);
        if (code == no_man) found.fault = BoardError::letter;
        found.add(square, code);
    }
    return found;
}

Found men_on(const Bitboards& board) {
    Found found;
    const Squares all = board.colours[0] | board.colours[1];
    Squares once = 0, twice = board.colours[0] & board.colours[1];
    for (const Squares kind : board.kinds) {
        twice |= once & kind;
        once |= kind;
    }
    if (twice != 0 || once != all) {
        found.fault = BoardError::sets;
        return found;
    }
    for (Squares men = all; men != 0; men &= men - 1) {
        const Square square = lowest(men);
        Squares code = (board.colours[1] >> square & 1) * black_man;
        for (unsigned kind = 0; kind < kind_count; ++kind) code += (board.kinds[kind] >> square & 1) * kind;
        found.add(square, static_cast<std::uint8_t>(code));
    }
    return found;
}

Material material_of(const Diagram& board) {
    Material m;
    for (const char man : board.men)
        if (const std::uint8_t code = code_of(man); code != no_man) {
            auto& n = m.count[code / black_man][code % black_man];
            if (n < square_count) ++n;
        }
    return m;
}

/// Makes `p` from the pieces on a board, the side to move and the square that a pawn has just passed (0 for none).
BoardError place(const std::vector<MaterialNumbering>& layouts, const MaterialIndex& materials, const Found& found,
                 bool black_moves, unsigned passed, Position& p) {
    p = {};
    if (found.fault != BoardError::none) return found.fault;
    if (found.kings[0] != 1) return BoardError::white_king;
    if (found.kings[1] != 1) return BoardError::black_king;
    const MaterialIndex::Entry* const entry = found.count <= most_men ? materials.find(found.key) : nullptr;
    if (entry == nullptr) return BoardError::material;
    p.material = entry->material;
    const MaterialNumbering& layout = layouts[entry->material];
    const bool black_first = p.black_first = layout.symmetric() ? black_moves : entry->exchanged;
    const unsigned flip = black_first ? 56 : 0;
    NormalisedPosition& view = p.view;
    view.mover = black_moves != black_first ? 1 : 0;
    std::array<std::uint8_t, 2 * black_man> next = layout.first_men();
    const unsigned pusher = black_moves ? unsigned{pawn} : pawn + black_man;
    Squares pawns = 0, pushers = 0;
    for (unsigned k = 0; k < found.count; ++k) {
        const auto [square, code] = found.men[k];
        pawns |= code % black_man == pawn ? bit(square) : 0;
        pushers |= code == pusher ? bit(square) : 0;
        view.at[next[code ^ (black_first ? black_man : 0U)]++] = static_cast<Square>(square ^ flip);
    }
    layout.sort(view.at);
    if ((pawns & end_ranks) != 0) return BoardError::pawn;
    const Pieces men(layout, view);
    const unsigned other_king = view.at[layout.begin(1U - view.mover)];
    if ((attacks.empty[king][men.king] & bit(other_king)) != 0) return BoardError::kings;
    if (attacks_square(layout, view.at, view.mover, other_king, men.all())) return BoardError::check;
    if (passed == 0) return BoardError::none;
    // The pawn that has just moved two squares belongs to the side not to move. It has gone down if the first side is
    // to move, otherwise up.
    const unsigned over = passed ^ flip;
    if (passed >= square_count || rank_of(over) != (view.mover == 0 ? 5U : 2U)) return BoardError::passed;
    const unsigned home = view.mover == 0 ? over + 8 : over - 8, at = view.mover == 0 ? over - 8 : over + 8;
    if ((pushers & bit(at ^ flip)) == 0 || (men.all() & (bit(over) | bit(home))) != 0) return BoardError::passed;
    const unsigned file = 1 + file_of(over);
    if (layout.has_pushed() && can_take_en_passant(layout, view, men, file))
        view.pushed = static_cast<std::uint8_t>(file);
    return BoardError::none;
}

}  // namespace

Diagram Bitboards::diagram() const {
    Diagram board{.black_moves = black_moves, .passed = passed};
    for (unsigned square = 0; square < square_count; ++square)
        for (unsigned kind = 0; kind < kind_count; ++kind) {
            if ((kinds[kind] & bit(square)) == 0) continue;
            const char letter = kind_letters[kind];
            if ((colours[0] & bit(square)) != 0) board.men[square] = letter;
            if ((colours[1] & bit(square)) != 0) board.men[square] = static_cast<char>(letter - 'A' + 'a');
        }
    return board;
}

Material Bitboards::material() const {
    Material m;
    for (unsigned side = 0; side < 2; ++side)
        for (unsigned kind = 0; kind < kind_count; ++kind)
            m.count[side][kind] = static_cast<std::uint8_t>(std::popcount(colours[side] & kinds[kind]));
    return m;
}

std::string to_string(BoardError fault, const Diagram& board) {
    if (fault == BoardError::material)
        return "this table has no positions with the pieces " + format(material_of(board).normalised());
    if (fault == BoardError::check)
        return board.black_moves ? "White is in check, but Black is to move"
                                 : "Black is in check, but White is to move";
    if (fault == BoardError::passed)
        return board.passed < square_count
                   ? "no pawn can have just moved two squares over " + name_of(board.passed)
                   : "the en passant square is " + std::to_string(board.passed) + ", expected 0 (a1) to 63 (h8)";
    // The texts of the other errors, in the order of `BoardError`. Errors reported above have no text here.
    static constexpr std::array texts{"nothing is wrong",
                                      "a piece is not one of KQRBNP for White and kqrbnp for Black",
                                      "the sets of pieces overlap, or a piece has no colour or no kind",
                                      "White does not have exactly one king",
                                      "Black does not have exactly one king",
                                      "",
                                      "a pawn is on the first or last rank",
                                      "the kings are next to each other"};
    return texts[static_cast<std::size_t>(fault)];
}

MaterialIndex::MaterialIndex(const std::vector<MaterialNumbering>& layouts)
    : entries_(std::bit_ceil(4 * layouts.size() + 1)), mask_(entries_.size() - 1) {
    for (std::size_t k = 0; k < layouts.size(); ++k)
        for (const bool exchanged : {false, true}) {
            if (exchanged && layouts[k].symmetric()) continue;
            const Material& m = layouts[k].material();
            Entry entry{0, static_cast<std::uint16_t>(k), exchanged};
            for (unsigned side = 0; side < 2; ++side)
                for (unsigned kind = 0; kind < kind_count; ++kind)
                    entry.key += m.count[side][kind] * of(exchanged ? 1 - side : side, kind);
            std::size_t at = slot(entry.key);
            while (entries_[at].material != none) at = (at + 1) & mask_;
            entries_[at] = entry;
        }
}

BoardError read(const std::vector<MaterialNumbering>& layouts, const MaterialIndex& materials, const Diagram& board,
                Position& p) noexcept {
    return place(layouts, materials, men_on(board), board.black_moves, board.passed, p);
}

BoardError read(const std::vector<MaterialNumbering>& layouts, const MaterialIndex& materials, const Bitboards& board,
                Position& p) noexcept {
    return place(layouts, materials, men_on(board), board.black_moves, board.passed, p);
}

Endings::Endings(const std::vector<Material>& from, bool by_levels) {
    for (const Material& m : closure_of(from)) {
        layouts.emplace_back(m, size, by_levels);
        size += layouts.back().size();
    }
    materials = MaterialIndex(layouts);
}

std::optional<Position> Endings::position_of(const Diagram& board, BoardError* fault) const noexcept {
    Position p;
    const BoardError found = read(layouts, materials, board, p);
    if (fault != nullptr) *fault = found;
    return found == BoardError::none ? std::optional(p) : std::nullopt;
}

}  // namespace mexbase::chess
