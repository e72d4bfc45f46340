# multibond_examples(<target>)
#   Compiles the models of examples/ into the component library: the catalog has them, and no
#   installed header.
#
# multibond_class_headers(<target>)
#   Makes a table of the classes of the library and the headers that declare them, for the catalog.

function(multibond_examples target)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cc)
  target_sources(${target} PRIVATE ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()

function(multibond_class_headers target)
  set(table ${PROJECT_BINARY_DIR}/generated/class_headers.inc)
  set(script ${PROJECT_SOURCE_DIR}/cmake/class_headers.cmake)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/multibond/library/*.h)
  add_custom_command(OUTPUT ${table}
    COMMAND ${CMAKE_COMMAND} -D include_dir=${PROJECT_SOURCE_DIR}/include -D table=${table} -P ${script}
    DEPENDS ${headers} ${script}
    COMMENT "Listing the classes of the component library")
  target_sources(${target} PRIVATE ${table})
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
