# multibond_check_layers(<folder> <folder that it may include>...)
#   Fails if a source or public header of a folder includes a header of a folder that it does not
#   link. Static libraries alone would find only what is not linked; templates and constants cross
#   borders unseen.
#
# multibond_check_door(<folder> <other> <header>...)
#   Of another folder, only these headers may be included.

# Lines of a folder's files that include headers of folder `other`: "file: header".
function(multibond_includes result folder other)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/src/${folder}/*.cc ${PROJECT_SOURCE_DIR}/src/${folder}/*.h
    ${PROJECT_SOURCE_DIR}/include/multibond/${folder}/*.h)
  set(found)
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "^#include \"multibond/${other}/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"multibond/${other}/(.*)\"" "\\1" header "${line}")
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${file})
      list(APPEND found "${name}: ${header}")
    endforeach()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

function(multibond_check_layers folder)
  get_property(folders GLOBAL PROPERTY multibond_folders)
  foreach(other IN LISTS folders)
    if(other STREQUAL folder OR other IN_LIST ARGN)
      continue()
    endif()
    multibond_includes(found ${folder} ${other})
    if(found)
      message(FATAL_ERROR "${folder}/ must not know ${other}/, but includes it:\n  ${found}")
    endif()
  endforeach()
endfunction()

function(multibond_check_door folder other)
  multibond_includes(found ${folder} ${other})
  foreach(entry IN LISTS found)
    string(REGEX REPLACE ".*: " "" header "${entry}")
    if(NOT header IN_LIST ARGN)
      message(FATAL_ERROR
        "${folder}/ may know nothing of ${other}/ but ${ARGN}; it includes ${entry}")
    endif()
  endforeach()
endfunction()
