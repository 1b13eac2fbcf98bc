#include "reading.hpp"

#include <bit>
#include <cstring>
#include <string_view>

#include "moves.hpp"

namespace mexbase::chess {

namespace {

constexpr std::uint8_t no_man = 0xff, black_man = 8;

/// By character: the kind, and `black_man` for Black's.
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

/// The men that were found, at most so many that the fault is known.
struct Found {
    struct Man {
        Square at = 0;
        std::uint8_t code = 0;
    };
    std::array<Man, most_men> men{};
    unsigned count = 0;  ///< of all, also where they are more than can be kept
    std::array<unsigned, 2> kings{};
    MaterialIndex::Key key = 0;
    bool strange = false;  ///< something is no man

    void add(unsigned square, char man) {
        const std::uint8_t code = code_of(man);
        if (code == no_man) {
            strange = true;
            return;
        }
        const unsigned side = code / black_man, kind = code % black_man;
        if (kind == king) ++kings[side];
        if (count < most_men) men[count] = {static_cast<Square>(square), code};
        key += MaterialIndex::of(side, kind);
        ++count;
    }
};

Found men_on(const Diagram& board) {
    Found found;
    static_assert(square_count % sizeof(std::uint64_t) == 0);
    for (unsigned first = 0; first < square_count; first += sizeof(std::uint64_t)) {
        std::uint64_t several;  // most squares are empty, and to ask each costs more than the rest
        std::memcpy(&several, board.men.data() + first, sizeof several);
        if constexpr (std::endian::native == std::endian::big) several = __builtin_bswap64(several);
        constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7f;
        // The highest bit of each byte that is not 0.
        for (std::uint64_t men = (((several & low_bits) + low_bits) | several) & ~low_bits; men != 0; men &= men - 1) {
            const unsigned s = first + static_cast<unsigned>(std::countr_zero(men)) / 8;
            found.add(s, board.men[s]);
        }
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

}  // namespace

std::string to_string(Fault fault, const Diagram& board) {
    switch (fault) {
        case Fault::none:
            return "nothing is wrong";
        case Fault::letter:
            return "men are KQRBNP for White and kqrbnp for Black";
        case Fault::white_king:
            return "White must have one king";
        case Fault::black_king:
            return "Black must have one king";
        case Fault::material: {
            const Material m = material_of(board);
            return "this table has no positions of " + format(m.normal() ? m : m.exchanged());
        }
        case Fault::pawn:
            return "a pawn is on the first or last rank";
        case Fault::kings:
            return "the kings are next to each other";
        case Fault::check:
            return std::string(board.black_moves ? "White" : "Black") + " is in check and not to move";
        case Fault::passed:
            return "no pawn has just gone two squares over " + name_of(board.passed);
    }
    return {};
}

MaterialIndex::MaterialIndex(const std::vector<Layout>& layouts)
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

Reading read(const std::vector<Layout>& layouts, const MaterialIndex& materials, const Diagram& board) noexcept {
    Reading reading;
    const auto fail = [&reading](Fault fault) {
        reading.fault = fault;
        return reading;
    };
    const Found found = men_on(board);
    if (found.strange) return fail(Fault::letter);
    if (found.kings[0] != 1) return fail(Fault::white_king);
    if (found.kings[1] != 1) return fail(Fault::black_king);
    const MaterialIndex::Entry* const entry = found.count <= most_men ? materials.find(found.key) : nullptr;
    if (entry == nullptr) return fail(Fault::material);
    reading.material = entry->material;
    const Layout& layout = layouts[entry->material];
    const bool black_first = reading.black_first = layout.symmetric() ? board.black_moves : entry->exchanged;
    const unsigned flip = black_first ? 56 : 0;
    View& view = reading.view;
    view.mover = board.black_moves != black_first ? 1 : 0;
    std::array<std::array<std::uint8_t, kind_count>, 2> next;
    for (unsigned side = 0; side < 2; ++side)
        for (unsigned kind = 0; kind < kind_count; ++kind) next[side][kind] = layout.group(side, kind).first;
    Squares pawns = 0;
    for (unsigned k = 0; k < found.count; ++k) {
        const auto [square, code] = found.men[k];
        const unsigned side = code / black_man ^ (black_first ? 1U : 0U), kind = code % black_man;
        if (kind == pawn) pawns |= bit(square);
        view.at[next[side][kind]++] = static_cast<Square>(square ^ flip);
    }
    layout.sort(view.at);
    if ((pawns & end_ranks) != 0) return fail(Fault::pawn);
    const Men men(layout, view);
    const unsigned other_king = view.at[layout.begin(1U - view.mover)];
    if ((attacks.empty[king][men.king] & bit(other_king)) != 0) return fail(Fault::kings);
    if (attacks_square(layout, view.at, view.mover, other_king, men.all())) return fail(Fault::check);
    if (board.passed == 0) return reading;
    // Of the mover, who may be the second side, the pawn that went over the square has gone down, or up.
    const unsigned over = board.passed ^ flip;
    if (board.passed >= square_count || rank_of(over) != (view.mover == 0 ? 5U : 2U)) return fail(Fault::passed);
    const unsigned home = view.mover == 0 ? over + 8 : over - 8, at = view.mover == 0 ? over - 8 : over + 8;
    if (board.men[at ^ flip] != (board.black_moves ? 'P' : 'p') || (men.all() & (bit(over) | bit(home))) != 0)
        return fail(Fault::passed);
    const unsigned file = 1 + file_of(over);
    if (layout.has_pushed() && can_take_en_passant(layout, view, men, file))
        view.pushed = static_cast<std::uint8_t>(file);
    return reading;
}

}  // namespace mexbase::chess
