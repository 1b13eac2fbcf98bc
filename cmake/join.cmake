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
