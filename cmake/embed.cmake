# SPDX-License-Identifier: MIT
# mexbase_embed(target prefix file…): compiles text files into the target, each as a string named by the prefix and the
# file's name. Rewrites the source file only if a text has changed.
function(mexbase_embed target prefix)
  set(source "#include <string_view>\n\nnamespace mexbase::cli {\n")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND source "extern const std::string_view ${prefix}_${name};\n"
                         "const std::string_view ${prefix}_${name} = R\"TEXT(${text})TEXT\";\n")
  endforeach()
  string(APPEND source "}  // namespace mexbase::cli\n")
  file(CONFIGURE OUTPUT ${prefix}_texts.cpp CONTENT "@source@" @ONLY)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_texts.cpp)
endfunction()
