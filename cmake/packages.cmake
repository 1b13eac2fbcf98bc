# SPDX-License-Identifier: MIT
# Packages that the project needs, all in Debian 12: tools/dependencies.sh.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
# A header alone: libxxhash-dev.
find_path(MEXBASE_XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
if(MEXBASE_GEN OR MEXBASE_PROGRAMS)
  find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json 3.11 REQUIRED)
endif()
if(MEXBASE_GEN)
  find_package(Boost 1.74 REQUIRED COMPONENTS program_options serialization)
  find_package(EXPAT REQUIRED)
  find_package(ZLIB REQUIRED)
endif()
