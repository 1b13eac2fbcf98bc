# Manual pages and bash completions, as the programs themselves print them (`help --man`, `help --completion`).
if(CMAKE_CROSSCOMPILING)
  return()
endif()
set(_share ${PROJECT_BINARY_DIR}/share)
set(_pages "")
foreach(_program mexgen mexquery)
  add_custom_command(OUTPUT ${_share}/man/man1/${_program}.1 ${_share}/bash-completion/completions/${_program}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${_share}/man/man1 ${_share}/bash-completion/completions
    COMMAND ${_program} help --man > ${_share}/man/man1/${_program}.1
    COMMAND ${_program} help --completion > ${_share}/bash-completion/completions/${_program}
    DEPENDS ${_program} VERBATIM)
  list(APPEND _pages ${_share}/man/man1/${_program}.1 ${_share}/bash-completion/completions/${_program})
endforeach()
add_custom_target(mexbase_manual ALL DEPENDS ${_pages})
install(DIRECTORY ${_share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT programs OPTIONAL)
install(DIRECTORY ${_share}/bash-completion DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT programs OPTIONAL)
