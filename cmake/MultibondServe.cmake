# multibond_server(<target>)
#   Links Debian's cpp-httplib to the target, for the one source that includes its header.
#
# The header fits the library only with the definitions of the package, and its macros disturb other
# headers: that source is compiled by itself.

find_package(PkgConfig REQUIRED)
pkg_check_modules(HTTPLIB REQUIRED cpp-httplib)

function(multibond_server target)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/serve/server.cc PROPERTIES
    COMPILE_OPTIONS "${HTTPLIB_CFLAGS}" SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  target_link_libraries(${target} PRIVATE ${HTTPLIB_LIBRARIES})
endfunction()
