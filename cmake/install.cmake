# cmake --install: both programs with their manual pages and completions, the libraries, the headers that users get, a CMake package (components query and gen) and a
# pkg-config file for programs that only look up.
include(CMakePackageConfigHelpers)
include(cmake/headers.cmake)

install(TARGETS mexbase_lib mexbase_query EXPORT mexbase-query-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(MEXBASE_GEN)
  install(TARGETS mexgen mexquery RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS mexbase_solve mexbase_query_json mexbase_query_serve mexbase_query_cli mexbase_gen EXPORT mexbase-gen-targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  include(cmake/manual.cmake)
endif()
mexbase_headers(_headers)
foreach(header IN LISTS _headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mexbase/${folder})
endforeach()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs data/boards DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/mexbase)
install(EXPORT mexbase-query-targets NAMESPACE mexbase:: DESTINATION ${_package})
if(MEXBASE_GEN)
  install(EXPORT mexbase-gen-targets NAMESPACE mexbase:: DESTINATION ${_package})
endif()
configure_package_config_file(cmake/mexbase-config.cmake.in ${PROJECT_BINARY_DIR}/mexbase-config.cmake
                              INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mexbase-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mexbase-config.cmake ${PROJECT_BINARY_DIR}/mexbase-config-version.cmake
        DESTINATION ${_package})

# The prefix is found from where the file lies, so that an installed tree can be moved.
foreach(_dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE ${CMAKE_INSTALL_${_dir}})
    set(MEXBASE_PC_${_dir} ${CMAKE_INSTALL_${_dir}})
  else()
    set(MEXBASE_PC_${_dir} "\${prefix}/${CMAKE_INSTALL_${_dir}}")
  endif()
endforeach()
file(RELATIVE_PATH MEXBASE_PC_TO_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(cmake/mexquery.pc.in ${PROJECT_BINARY_DIR}/mexquery.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mexquery.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
