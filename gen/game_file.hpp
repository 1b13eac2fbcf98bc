// SPDX-License-Identifier: MIT
/// \file
/// Makes a game from a spec (the text that names a game), and reads the board files that the spec names.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "../lib/rules/family.hpp"
#include "text_file.hpp"

namespace mexbase {

/// Maximum number of indices of a table.
inline constexpr Index most_table_indices = Index{1} << 40;

/// Makes the game of a spec. If the spec names a board file, reads the board and attaches it to the game. The
/// normalised spec replaces the file name by `@` and 16 hexadecimal digits, a hash of the board (`docs/format.md`). If
/// the spec names a board of a known family, attaches that board. `kind` may imply parameters of the game. Throws
/// `Error{bad_spec}`, `Error{bad_file}`, `Error{not_found}` or `Error{io}`. Throws `Error{out_of_memory}` if reading a
/// graph takes more than `memory` bytes (0: no limit).
/// Throws `Error{not_applicable}` for `Distance::exit` if the game is not in slices, and `Error{bad_spec}` if it has
/// more than `most` indices. `warning`, if not null, is set to one line if the file's vertices are not named as it says
/// (`parse_graph`). `progress` may be empty; it is called while a file is read, and its exceptions are passed on.
std::unique_ptr<Game> make_game_from_files(const Registry&, std::string_view spec, std::optional<ValueKind> kind = {},
                                           std::uint64_t memory = 0, Distance distance = Distance::end,
                                           std::string* warning = nullptr, Index most = most_table_indices,
                                           const ReadingProgress& progress = {});

/// Returns the text for this board in a spec (the text that names a game): `@` and the hash of the board.
std::string board_reference(const Board& board);

/// Returns true if the normalised `spec` of a game contains this board, by its family or by `board_reference`.
bool names_board(std::string_view spec, const Board& board);

}  // namespace mexbase
