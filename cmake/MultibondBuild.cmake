# How we compile: C++20, release unless told otherwise, ccache and coloured messages when available.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

if(MULTIBOND_FAST_BUILD)
  # What ccache's manual asks for with precompiled headers.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "/ccache$")
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  endif()
endif()

if(MULTIBOND_FAST_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Headers out of a precompiled one no longer count as system headers for these, and g++ 12 then
  # warns about std::string::replace and the like without reason.
  add_compile_options(-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()

# g++ 12 warns without reason about std::string and std::vector once they are inlined
# (gcc.gnu.org bugs 105651 and 104475).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict -Wno-free-nonheap-object)
endif()

# Nothing but Eigen's templates. Without the precompiled header they are system headers, whose
# warnings nobody can act on; with checks for undefined behaviour they take minutes to compile.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/dense.cc PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "-fno-sanitize=undefined")

if(MULTIBOND_SANITIZE)
  # Checks at every access through a pointer double the compile time; bad addresses are found by the
  # address sanitizer as well.
  add_compile_options(-fsanitize=${MULTIBOND_SANITIZE} -fno-sanitize-recover=all
                      -fno-sanitize=null,alignment,object-size,vptr -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MULTIBOND_SANITIZE})
endif()
