# SPDX-License-Identifier: MIT
# mexbase_align(name): aligns functions to cache lines and loops to half lines. Without it the kernel's speed changes by
# a tenth when other code moves its loops.
function(mexbase_align name)
  target_compile_options(${name} PRIVATE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-falign-functions=64;-falign-loops=32>)
endfunction()

# mexbase_target(name level): compiles one of our targets with our warnings, at that optimisation level in Release
# builds. A shared library that links it does not export its functions.
function(mexbase_target name level)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:${level}>)
  if(NOT MSVC)
    target_compile_options(${name} PRIVATE -ffunction-sections -fdata-sections)
  endif()
  if(MEXBASE_STRICT)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Werror)
    # Excludes g++'s warnings that are not about conversions, and clang's about names used only by templates.
    target_compile_options(${name} PRIVATE
      "$<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion;-Wno-unused-const-variable;-Wno-unused-lambda-capture>")
  endif()
  # g++ 12 sees overlapping copies in std::string's operator+ (GCC bug 105651). In precompiled headers it cannot
  # distinguish the standard library from our code.
  target_compile_options(${name} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds;-Wno-free-nonheap-object>")
  if(MEXBASE_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${MEXBASE_SANITIZE} -fno-sanitize-recover=all
                                           -fno-omit-frame-pointer)
    if(MEXBASE_SANITIZE MATCHES undefined)
      # The excluded checks cost a quarter of the compile time and find little that the address sanitizer misses.
      target_compile_options(${name} PRIVATE -fno-sanitize=null,object-size,vptr)
    endif()
    # g++ 12 loses track of assignments in instrumented code, and warns of the fences in Asio.
    target_compile_options(${name} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-tsan>")
    target_link_options(${name} PUBLIC -fsanitize=${MEXBASE_SANITIZE})
  endif()
endfunction()
