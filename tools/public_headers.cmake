# SPDX-License-Identifier: MIT
# Prints the installed headers in one line: cmake -P tools/public_headers.cmake
cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH PROJECT_SOURCE_DIR)
include(${PROJECT_SOURCE_DIR}/cmake/headers.cmake)
mexbase_headers(_headers ${MEXBASE_QUERY_HEADERS} ${MEXBASE_GEN_HEADERS})
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${_headers})
