# multibond_gallery(<target>)
#   Puts the sources of the examples and the style of the gallery into the target, for
#   `multibond gallery`.

function(multibond_gallery target)
  set(examples ${PROJECT_BINARY_DIR}/generated/examples.txt)
  set(style ${PROJECT_SOURCE_DIR}/web/site/style.css)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.h
    ${PROJECT_SOURCE_DIR}/examples/*.cc)
  add_custom_command(OUTPUT ${examples} COMMAND cat ${sources} > ${examples} DEPENDS ${sources}
    COMMENT "Collecting the sources of the examples" VERBATIM)
  # The assembler reads the files (.incbin): no other file may share its translation unit.
  set(source ${PROJECT_SOURCE_DIR}/src/cli/embedded_files.cc)
  set_source_files_properties(${source} PROPERTIES
    OBJECT_DEPENDS "${examples};${style}" SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON
    COMPILE_DEFINITIONS
    "MULTIBOND_EXAMPLES_FILE=\"${examples}\";MULTIBOND_STYLE_FILE=\"${style}\"")
endfunction()
