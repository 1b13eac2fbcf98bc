# SPDX-License-Identifier: MIT
# mexbase_static_program(program libraries…): links the program with archives of everything except the C library, if
# they exist. Finding and binding shared libraries took a third of the time of small jobs. List all our libraries in the
# order of linking: the archives that follow are found before the shared libraries they depend on, so that none is
# needed.
include(CheckCXXSourceCompiles)

# mexbase_archives(archives …): sets `archives` to the archives of these shared libraries, or to empty if one is
# missing.
function(mexbase_archives archives)
  set(found "")
  foreach(library IN LISTS ARGN)
    string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive "${library}")
    if(NOT archive MATCHES "\\.a$" OR NOT EXISTS ${archive})
      set(${archives} "" PARENT_SCOPE)
      return()
    endif()
    list(APPEND found ${archive})
  endforeach()
  set(${archives} ${found} PARENT_SCOPE)
endfunction()

function(mexbase_static_program program)
  if(NOT MEXBASE_STATIC_PROGRAMS OR MEXBASE_SANITIZE OR NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
    return()
  endif()
  set(CMAKE_REQUIRED_LINK_OPTIONS -static-libstdc++ -static-libgcc)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("#include <string>\nint main(int n, char** v) { return int(std::string(v[0]).size()) - n; }" MEXBASE_STATIC_RUNTIME)
  get_target_property(options Boost::program_options LOCATION)
  set(shared ${zstd_LINK_LIBRARIES} ${options})
  if(MEXBASE_GEN)
    get_target_property(serialization Boost::serialization LOCATION)
    list(APPEND shared ${EXPAT_LIBRARY} ${ZLIB_LIBRARY_RELEASE} ${serialization})
  endif()
  mexbase_archives(archives ${shared})
  if(NOT MEXBASE_STATIC_RUNTIME OR NOT archives OR fmt_VERSION VERSION_GREATER_EQUAL 10)
    message(STATUS "${program} is linked with shared libraries")
    return()
  endif()
  if(NOT TARGET mexbase_fmt)
    add_library(mexbase_fmt STATIC ${PROJECT_SOURCE_DIR}/cmake/fmt.cpp)
    target_link_libraries(mexbase_fmt PRIVATE fmt::fmt-header-only)
  endif()
  target_link_libraries(${program} PRIVATE ${ARGN} mexbase_fmt ${archives})
  target_link_options(${program} PRIVATE LINKER:--as-needed LINKER:--gc-sections -static-libstdc++ -static-libgcc)
endfunction()
