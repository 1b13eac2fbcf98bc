# SPDX-License-Identifier: MIT
# Public headers. mexbase_headers(out HEADER…) returns these and the headers they include; only these are public API.

# Headers of the reader.
set(MEXBASE_QUERY_HEADERS query/table.hpp query/library.hpp query/best_play.hpp query/stats.hpp query/find.hpp query/sum.hpp query/mexquery.h
    query/chess/chess.hpp lib/time_limit.hpp lib/rules/registry.hpp lib/value/partizan/list/canonical_values.hpp lib/board/families.hpp)
# Headers for writing and solving a ruleset.
set(MEXBASE_GEN_HEADERS lib/solve/outcomes/solve.hpp lib/solve/retrograde/retrograde_analysis.hpp
    lib/solve/outcomes/bounded.hpp lib/solve/loopy/loopy_nimbers.hpp lib/solve/graph/order_of_moves.hpp lib/solve/graph/race_moves.hpp
    lib/solve/sweep/sweep.hpp
    lib/solve/sweep/outcome_sweep.hpp lib/solve/sweep/canonical_sweep.hpp lib/solve/search/position_search.hpp
    lib/rules/own_game.hpp lib/rank/subsets.hpp lib/rank/mixed_radix.hpp lib/rank/orbits.hpp lib/rank/partitions.hpp lib/board/cell_rows.hpp
    gen/make/make_table.hpp gen/make/board_memory.hpp gen/game_file.hpp lib/games/colouring/conjoined_boards.hpp gen/explore/explored_rules.hpp
    gen/explore/large_rules.hpp gen/memory.hpp gen/encode/atomic_file.hpp gen/c/mexgen.h gen/cli/mexgen.hpp
    query/cli/mexquery.hpp)
file(GLOB MEXBASE_ADAPTORS RELATIVE ${PROJECT_SOURCE_DIR} lib/rules/adaptors/*.hpp)
list(APPEND MEXBASE_GEN_HEADERS ${MEXBASE_ADAPTORS})

function(mexbase_headers out)
  set(todo ${ARGN})
  set(found "")
  while(todo)
    list(POP_FRONT todo header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    get_filename_component(folder ${header} DIRECTORY)
    file(STRINGS ${PROJECT_SOURCE_DIR}/${header} lines REGEX "^#include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" included "${line}")
      cmake_path(SET path NORMALIZE ${folder}/${included})
      list(APPEND todo ${path})
    endforeach()
  endwhile()
  set(${out} ${found} PARENT_SCOPE)
endfunction()
