# SPDX-License-Identifier: MIT
# Installs all, or one component: query (the reader: headers, libraries, a CMake package, a pkg-config file), gen (makes
# tables, for programs with their own rules; needs query), programs (with manual pages and completions), docs.
include(CMakePackageConfigHelpers)
include(cmake/headers.cmake)

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/mexbase)
set(_archive ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT)

install(TARGETS mexbase_lib mexbase_query EXPORT mexbase-query-targets ${_archive} query)
install(EXPORT mexbase-query-targets NAMESPACE mexbase:: DESTINATION ${_package} COMPONENT query)
if(TARGET mexbase_shared)  # has its own export file, because the static libraries do not need it
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
foreach(program mexgen mexgen-mpi mexquery)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  endif()
endforeach()
if(MEXBASE_GEN AND MEXBASE_PROGRAMS)
  include(cmake/manual.cmake)
endif()
# The programs contain code of other projects. Each component can be installed without the others.
foreach(component query programs docs)
  install(FILES LICENSE THIRD-PARTY-NOTICES DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endforeach()
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
# Keeps the paths that the pages link to.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
install(DIRECTORY bench/results DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench COMPONENT docs)
install(DIRECTORY data/boards data/programs data/reference DESTINATION ${CMAKE_INSTALL_DOCDIR}/data COMPONENT docs)

configure_package_config_file(cmake/mexbase-config.cmake.in ${PROJECT_BINARY_DIR}/mexbase-config.cmake
                              INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mexbase-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mexbase-config.cmake ${PROJECT_BINARY_DIR}/mexbase-config-version.cmake
        DESTINATION ${_package} COMPONENT query)

# The prefix is computed from the file's location, so that an installed tree can be moved.
foreach(_dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE ${CMAKE_INSTALL_${_dir}})
    set(MEXBASE_PC_${_dir} ${CMAKE_INSTALL_${_dir}})
  else()
    set(MEXBASE_PC_${_dir} "\${prefix}/${CMAKE_INSTALL_${_dir}}")
  endif()
endforeach()
file(RELATIVE_PATH MEXBASE_PC_TO_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
# C programs link only the shared library, if there is one. C++ programs link the archives and take what they use.
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
