// SPDX-License-Identifier: MIT
// Any text is a game or gives an error of one line. A first byte below 16 is replaced by the beginning of a spec that
// is hard to guess.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lib/board/families.hpp"
#include "lib/error.hpp"
#include "lib/rules/registry.hpp"

using namespace mexbase;

namespace {

constexpr std::array<std::string_view, 13> beginnings = {
    "col:play=impartial,board=",
    "snort:play=impartial,symmetry=colours,board=",
    "nogo:board=path-6,play=impartial",
    "nogo:play=impartial,board=",
    "node-kayles:board=",
    "go-cut:symmetry=colours,board=",
    "sno-go:board=",
    "tinted-chain:game=",
    "snort:board=",
    "cutthroat:board=",
    "cutthroat:colours=bwg,symmetry=all,play=impartial,board=",
    "domineering:board=grid-",
    "toppling-dominoes:max=",
};

/// Returns true if numbering the positions on the board of the spec would take too long. Boards of too many vertices
/// are refused at once.
bool takes_long(const RawSpec& raw) {
    for (const auto& [key, value] : raw.values) {
        if (key != "board" || raw.family == "domineering") continue;
        try {
            const auto vertices = family_board(value).vertex_count();
            if (vertices > 9 && vertices < 64) return true;
        } catch (const Error&) {
            continue;
        }
    }
    return false;
}

/// Returns an equivalent spec: keys in reverse order, and leading zeros in every number.
std::string rewritten(const RawSpec& raw) {
    std::string spec = raw.family;
    char separator = ':';
    for (auto given = raw.values.rbegin(); given != raw.values.rend(); ++given) {
        const auto& [key, value] = *given;
        const bool numbers = value.find_first_not_of("0123456789-") == std::string::npos;
        spec += separator + key + '=';
        for (std::size_t at = 0; at < value.size(); ++at) {
            if (numbers && value[at] != '-' && (at == 0 || value[at - 1] == '-')) spec += "00";
            spec += value[at];
        }
        separator = ',';
    }
    return spec;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(reinterpret_cast<const char*>(data), size);
    if (size != 0 && data[0] < 16) text = std::string{beginnings[data[0] % beginnings.size()]} + text.substr(1);
    try {
        if (takes_long(parse_spec(text))) return 0;
        const auto game = make_game(stock_registry(), text);
        // A normalised spec names the same game, and is its own normal form.
        const auto again = make_game(stock_registry(), game->spec());
        if (again->spec() != game->spec() || again->size() != game->size()) std::abort();
        if (make_game(stock_registry(), rewritten(parse_spec(text)))->spec() != game->spec()) std::abort();
        // Numbers come out as canonical decimals.
        for (const auto& [key, value] : parse_spec(game->spec()).values)
            for (std::size_t at = 0; key != "code" && at + 1 < value.size(); ++at)
                if (value[at] == '0' && (at == 0 || value[at - 1] == '-') && value[at + 1] != '-') std::abort();
    } catch (const Error& error) {
        if (std::string_view{error.what()}.find('\n') != std::string_view::npos) std::abort();
    }
    return 0;
}
