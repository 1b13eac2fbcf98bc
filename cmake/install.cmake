# cmake --install, whole or one component at a time: query (the library that looks up: headers, libraries, a CMake package, a
# pkg-config file), gen (what makes tables, for programs with rules of their own; needs query), programs (with their manual pages and
# completions), docs.
include(CMakePackageConfigHelpers)
include(cmake/headers.cmake)

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/mexbase)
set(_archive ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT)

install(TARGETS mexbase_lib mexbase_query EXPORT mexbase-query-targets ${_archive} query)
install(EXPORT mexbase-query-targets NAMESPACE mexbase:: DESTINATION ${_package} COMPONENT query)
if(TARGET mexbase_shared)  # of a file of its own, so that the static libraries do without it
  install(TARGETS mexbase_shared EXPORT mexbase-shared-targets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT query NAMELINK_COMPONENT query)
  install(EXPORT mexbase-shared-targets NAMESPACE mexbase:: DESTINATION ${_package} COMPONENT query)
endif()
mexbase_headers(_query_headers ${MEXBASE_QUERY_HEADERS})
set(_all_headers ${_query_headers})
if(MEXBASE_GEN)
  install(TARGETS mexbase_solve mexbase_query_json mexbase_query_serve mexbase_query_cli mexbase_gen EXPORT mexbase-gen-targets ${_archive} gen)
  install(EXPORT mexbase-gen-targets NAMESPACE mexbase:: DESTINATION ${_package} COMPONENT gen)
  mexbase_headers(_all_headers ${MEXBASE_QUERY_HEADERS} ${MEXBASE_GEN_HEADERS})
endif()
foreach(header IN LISTS _all_headers)
  get_filename_component(folder ${header} DIRECTORY)
  set(_component gen)
  if(header IN_LIST _query_headers)
    set(_component query)
  endif()
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mexbase/${folder} COMPONENT ${_component})
endforeach()
foreach(program mexgen mexquery)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  endif()
endforeach()
if(MEXBASE_GEN AND MEXBASE_PROGRAMS)
  include(cmake/manual.cmake)
endif()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
# With the paths that the pages name.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
install(DIRECTORY data/boards data/programs data/reference DESTINATION ${CMAKE_INSTALL_DOCDIR}/data COMPONENT docs)

configure_package_config_file(cmake/mexbase-config.cmake.in ${PROJECT_BINARY_DIR}/mexbase-config.cmake
                              INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mexbase-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mexbase-config.cmake ${PROJECT_BINARY_DIR}/mexbase-config-version.cmake
        DESTINATION ${_package} COMPONENT query)

# The prefix is found from where the file lies, so that an installed tree can be moved.
foreach(_dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE ${CMAKE_INSTALL_${_dir}})
    set(MEXBASE_PC_${_dir} ${CMAKE_INSTALL_${_dir}})
  else()
    set(MEXBASE_PC_${_dir} "\${prefix}/${CMAKE_INSTALL_${_dir}}")
  endif()
endforeach()
file(RELATIVE_PATH MEXBASE_PC_TO_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
# With a shared library, C programs need it and nothing else, and C++ programs the archives: each takes what it uses.
if(TARGET mexbase_shared)
  set(MEXBASE_PC_LIBS "-Wl,--push-state,--as-needed -lmexquery -l:libmexquery.a -lmexbase -lzstd -Wl,--pop-state")
  set(MEXBASE_PC_PRIVATE "-lstdc++ -lm -pthread")
else()
  set(MEXBASE_PC_LIBS "-lmexquery -lmexbase -lzstd -lstdc++ -lm -pthread")
  set(MEXBASE_PC_PRIVATE "")
endif()
configure_file(cmake/mexquery.pc.in ${PROJECT_BINARY_DIR}/mexquery.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mexquery.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT query)
if(MEXBASE_GEN)
  configure_file(cmake/mexgen.pc.in ${PROJECT_BINARY_DIR}/mexgen.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/mexgen.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT gen)
endif()
