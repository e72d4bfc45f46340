# multibond_folder(<name> USES <folder or imported target>...)
#   Makes src/<name>/*.cc the static library multibond_<name> (multibond::<name>). Folders that are
#   still empty are left out, together with the links to them; an imported target must exist.
#
# multibond_program(<target> <folder or imported target>...)
#   Links one of our own programs, with our warnings.

function(multibond_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra $<$<BOOL:${MULTIBOND_WERROR}>:-Werror>)
endfunction()

function(multibond_use target visibility)
  foreach(use IN LISTS ARGN)
    if(use MATCHES "::")
      target_link_libraries(${target} ${visibility} ${use})
    elseif(TARGET multibond_${use})
      target_link_libraries(${target} ${visibility} multibond_${use})
    endif()
  endforeach()
endfunction()

# Precompiled headers save a third of the compile time (measured with g++ 12). All libraries share one.
function(multibond_precompile_library target)
  if(NOT MULTIBOND_FAST_BUILD)
    return()
  endif()
  if(NOT TARGET multibond_precompiled)
    set(source ${PROJECT_BINARY_DIR}/precompiled.cc)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(multibond_precompiled OBJECT ${source})
    target_include_directories(multibond_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/include)
    target_precompile_headers(multibond_precompiled PRIVATE
      ${PROJECT_SOURCE_DIR}/cmake/precompiled_library.h)
    multibond_program(multibond_precompiled fmt::fmt Eigen3::Eigen)
  endif()
  target_precompile_headers(${target} REUSE_FROM multibond_precompiled)
  # A precompiled header fits only where its libraries' definitions are the same.
  target_link_libraries(${target} PRIVATE
    $<BUILD_INTERFACE:fmt::fmt> $<BUILD_INTERFACE:Eigen3::Eigen>)
endfunction()

function(multibond_folder name)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  if(NOT sources)
    return()
  endif()
  set(target multibond_${name})
  add_library(${target} STATIC ${sources})
  add_library(multibond::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  multibond_unity(${target} 8)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  multibond_warnings(${target})
  multibond_use(${target} PUBLIC ${ARG_USES})
  multibond_precompile_library(${target})
  set_property(GLOBAL APPEND PROPERTY multibond_folders ${name})
  set_property(GLOBAL APPEND PROPERTY multibond_targets ${target})
endfunction()

function(multibond_program target)
  multibond_warnings(${target})
  multibond_use(${target} PRIVATE ${ARGN})
endfunction()
