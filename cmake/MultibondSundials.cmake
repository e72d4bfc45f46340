# To be included before find_package(SUNDIALS).
#
# Debian builds SUNDIALS with its OpenMP vectors, so its package file insists on OpenMP for every
# enabled language and fails with compilers that lack it (clang++ without libomp). We use the serial
# vectors only: take OpenMP for C if it is there, and an empty stand-in otherwise.
if(NOT TARGET OpenMP::OpenMP_C)
  find_package(OpenMP QUIET COMPONENTS C)
  if(NOT TARGET OpenMP::OpenMP_C)
    add_library(OpenMP::OpenMP_C INTERFACE IMPORTED)
  endif()
endif()
