# mexbase_join(name [count]): the files of this target are compiled six at a time, or as many as are said, in builds that are made
# to be run, because most of each is the headers that they all read. Names that two files have for themselves must differ then.
function(mexbase_join name)
  set(count 6)
  if(ARGC GREATER 1)
    set(count ${ARGV1})
  endif()
  if(MEXBASE_JOIN AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
  endif()
endfunction()

# mexbase_loops(name file…): these files of the target are what its loops go through, optimised as such and joined apart. The others are
# asked a question at a time: at -O1 they take two thirds of the time to compile, and half without the passes of g++ that are left out.
function(mexbase_loops name)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  set(left_out -fno-tree-pta -fno-tree-dominator-opts -fno-tree-loop-optimize -fno-ivopts -fno-tree-bit-ccp -fno-ipa-modref)
  target_compile_options(${name} PRIVATE "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:${left_out}>")
  add_library(${name}_loops OBJECT ${ARGN})
  target_include_directories(${name}_loops PRIVATE $<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>)
  target_compile_options(${name}_loops PRIVATE $<$<CONFIG:Release>:-O2>)
  mexbase_join(${name}_loops 7)
  mexbase_target(${name}_loops)
  mexbase_hide(${name}_loops)
  target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}_loops>)
endfunction()
