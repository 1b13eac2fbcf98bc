# mexbase_join(name): the files of this target are compiled six at a time in release builds, because most of each is the headers that
# they all read. Names that two files have for themselves must differ then.
function(mexbase_join name)
  if(MEXBASE_JOIN AND CMAKE_BUILD_TYPE STREQUAL Release)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  endif()
endfunction()
