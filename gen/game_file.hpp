// SPDX-License-Identifier: MIT
/// \file
/// Makes games from specs that users write, and reads the files they name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "../lib/rules/family.hpp"

namespace mexbase {

/// Makes the game of a spec. If the spec names a family of boards, normalises that name and attaches its board. If the
/// spec names a board file, reads, parses and attaches it. The normalised spec then has `@` and 16 hexadecimal digits:
/// the XXH3 of the board's canonical content, as in `docs/format.md`. `kind` is the kind of value wanted, if any: some
/// families derive a parameter from it. Throws `Error{bad_spec}`, `Error{bad_file}`, `Error{not_found}` or `Error{io}`;
/// and `Error{out_of_memory}` if reading a graph takes more than `memory` bytes (0: no limit).
std::unique_ptr<Game> make_game_from_files(const Registry&, std::string_view spec, std::optional<ValueKind> kind = {},
                                           std::uint64_t memory = 0);

/// Returns the reference to a board in a normalised spec: `@` and the hash of the board's canonical content.
std::string board_reference(const Board& board);

/// Returns true if a value in the normalised `spec` names this board: as a board of a family, or by `board_reference`.
bool names_board(std::string_view spec, const Board& board);

}  // namespace mexbase
