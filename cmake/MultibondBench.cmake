# Benchmarks: bench/<name>_bench.cc becomes the program <name>_bench; the other sources there are
# shared by all of them. Programs that include Google Benchmark get it; the others need nothing.
find_package(benchmark QUIET)
find_library(MULTIBOND_ODE_LIBRARY ode)  # a peer to measure beside; without it, it is left out

file(GLOB programs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cc)
file(GLOB shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cc)
list(REMOVE_ITEM shared ${programs})

if(shared)
  add_library(multibond_bench_shared STATIC ${shared})
  multibond_program(multibond_bench_shared multibond::multibond)
endif()
foreach(source IN LISTS programs)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})  # examples/
  multibond_program(${name} bench_shared multibond::multibond)
  file(STRINGS ${source} uses_benchmark REGEX "#include <benchmark/" LIMIT_COUNT 1)
  if(uses_benchmark AND benchmark_FOUND)
    target_link_libraries(${name} PRIVATE benchmark::benchmark_main)
  elseif(uses_benchmark)
    message(FATAL_ERROR "${name} needs Google Benchmark: scripts/setup bench")
  endif()
  file(STRINGS ${source} beside_ode REGEX "#include <ode/" LIMIT_COUNT 1)
  if(beside_ode AND MULTIBOND_ODE_LIBRARY)
    target_compile_definitions(${name} PRIVATE MULTIBOND_ODE)
    target_link_libraries(${name} PRIVATE ${MULTIBOND_ODE_LIBRARY})
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
endforeach()
