# What the project builds on. All of it is in Debian 12: tools/dependencies.sh.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
if(MEXBASE_GEN)
  find_package(Boost 1.74 REQUIRED COMPONENTS program_options graph serialization)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json 3.11 REQUIRED)
endif()
