# multibond_page(<target>)
#   Builds the page of `multibond report` (web/) beside the C++ sources and puts it into the target.
#
# scripts/build-page fetches Node and the packages that web/package-lock.json names, once for all
# presets. Where that fails, the page is an empty file: the program is complete but for reports, and
# says so when one is asked for. MULTIBOND_PAGE=OFF does not try.

option(MULTIBOND_PAGE "Build the page of multibond report" ON)

function(multibond_page target)
  set(page ${PROJECT_BINARY_DIR}/page.html)
  set(script ${PROJECT_SOURCE_DIR}/scripts/build-page)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
  file(GLOB settings CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*.json ${PROJECT_SOURCE_DIR}/web/*.ts
    ${PROJECT_SOURCE_DIR}/web/*.html)
  if(MULTIBOND_PAGE)
    set(command ${script} --or-empty ${page})
  else()
    set(command ${CMAKE_COMMAND} -E rm -f ${page} COMMAND ${CMAKE_COMMAND} -E touch ${page})
  endif()
  add_custom_command(OUTPUT ${page} COMMAND ${command} DEPENDS ${sources} ${settings} ${script}
    COMMENT "Building the page" VERBATIM)
  # The assembler reads the page (.incbin): no other file may share its translation unit.
  set(source ${PROJECT_SOURCE_DIR}/src/page/embedded.cc)
  set_source_files_properties(${source} PROPERTIES
    OBJECT_DEPENDS ${page} SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON
    COMPILE_DEFINITIONS "MULTIBOND_PAGE_FILE=\"${page}\"")
endfunction()
