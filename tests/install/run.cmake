# Installs into an empty prefix, then configures, builds and runs the project in foreign/ against it.
set(prefix ${work_dir}/prefix)
set(foreign_build ${work_dir}/foreign)
file(REMOVE_RECURSE ${prefix} ${foreign_build})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "Failed (${result}): ${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${build_dir} --prefix ${prefix} --config ${config})
run(${CMAKE_COMMAND} -S ${foreign_dir} -B ${foreign_build} -G ${generator}
    -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=${config}
    -D multibond_version=${version})
run(${CMAKE_COMMAND} --build ${foreign_build})
run(${foreign_build}/foreign)
run(${foreign_build}/own simulate Oscillator --set spring.c=40 --plot mass.s)
if(NOT output MATCHES "reached 10 s")
  message(FATAL_ERROR "own simulate says: ${output}")
endif()
run(${foreign_build}/own linearize)
if(NOT output MATCHES "3.16228")
  message(FATAL_ERROR "own linearize says: ${output}")
endif()

# The package found must be the one just installed, not another one on this machine.
file(STRINGS ${foreign_build}/CMakeCache.txt found REGEX "^multibond_DIR:PATH=")
string(FIND "${found}" "=${prefix}/" position)
if(position EQUAL -1)
  message(FATAL_ERROR "Found another package: ${found}")
endif()

# The command works from its new place.
if(EXISTS ${prefix}/bin/multibond)
  run(${prefix}/bin/multibond --version)
  if(NOT output MATCHES "${version}")
    message(FATAL_ERROR "multibond --version says: ${output}")
  endif()
endif()
