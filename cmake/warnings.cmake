# mexbase_align(name): functions begin on cache lines, and loops on halves of them. Without it the kernel's speed changes by a tenth
# when other code moves its loops.
function(mexbase_align name)
  target_compile_options(${name} PRIVATE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-falign-functions=64;-falign-loops=32>)
endfunction()

# mexbase_target(name level): compiles a target of our own with our warnings, and in the build type Release at that level of
# optimisation. A shared library that links it does not export its functions.
function(mexbase_target name level)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:${level}>)
  if(NOT MSVC)
    target_compile_options(${name} PRIVATE -ffunction-sections -fdata-sections)
  endif()
  if(MEXBASE_STRICT)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Werror)
    # What g++ does not count among conversions, nor clang's dislike of names that only templates use.
    target_compile_options(${name} PRIVATE
      "$<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion;-Wno-unused-const-variable;-Wno-unused-lambda-capture>")
  endif()
  # g++ 12 sees overlapping copies in std::string's own operator+ (GCC bug 105651), strict or not, and in precompiled headers it
  # does not know the standard library's code from ours.
  target_compile_options(${name} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds;-Wno-free-nonheap-object>")
  if(MEXBASE_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${MEXBASE_SANITIZE} -fno-sanitize-recover=all
                                           -fno-omit-frame-pointer)
    if(MEXBASE_SANITIZE MATCHES undefined)
      # What is left out costs a quarter of the time to compile, and finds little that the address sanitizer does not.
      target_compile_options(${name} PRIVATE -fno-sanitize=null,object-size,vptr)
    endif()
    # g++ 12 loses track of what is set in instrumented code, and warns of the fences in Asio.
    target_compile_options(${name} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-tsan>")
    target_link_options(${name} PUBLIC -fsanitize=${MEXBASE_SANITIZE})
  endif()
endfunction()
