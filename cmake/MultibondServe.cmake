# multibond_server(<target>)
#   Links Debian's cpp-httplib to the target, for the sources that include its header.
#
# The header fits the library only with the definitions of the package, and its macros disturb other
# headers: these sources are compiled by themselves.

find_package(PkgConfig REQUIRED)
pkg_check_modules(HTTPLIB REQUIRED cpp-httplib)

function(multibond_server target)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/serve/server.cc
    ${PROJECT_SOURCE_DIR}/src/serve/recorder.cc PROPERTIES
    COMPILE_OPTIONS "${HTTPLIB_CFLAGS}" SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  target_link_libraries(${target} PRIVATE ${HTTPLIB_LIBRARIES})
endfunction()
