# SPDX-License-Identifier: MIT
# Manual pages and completions, printed by the programs (`help --man`, `help --completion SHELL`).
if(CMAKE_CROSSCOMPILING)
  return()
endif()
set(_share ${PROJECT_BINARY_DIR}/share)
set(_pages "")
foreach(_program mexgen mexquery)
  set(_page ${_share}/man/man1/${_program}.1)
  set(_bash ${_share}/bash-completion/completions/${_program})
  set(_zsh ${_share}/zsh/site-functions/_${_program})
  set(_fish ${_share}/fish/vendor_completions.d/${_program}.fish)
  add_custom_command(OUTPUT ${_page} ${_bash} ${_zsh} ${_fish}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${_share}/man/man1 ${_share}/bash-completion/completions
                                               ${_share}/zsh/site-functions ${_share}/fish/vendor_completions.d
    COMMAND ${_program} help --man > ${_page}
    COMMAND ${_program} help --completion bash > ${_bash}
    COMMAND ${_program} help --completion zsh > ${_zsh}
    COMMAND ${_program} help --completion fish > ${_fish}
    DEPENDS ${_program} VERBATIM)
  list(APPEND _pages ${_page} ${_bash} ${_zsh} ${_fish})
endforeach()
add_custom_target(mexbase_manual ALL DEPENDS ${_pages})
install(DIRECTORY ${_share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT programs OPTIONAL)
install(DIRECTORY ${_share}/bash-completion ${_share}/zsh ${_share}/fish DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT programs OPTIONAL)
