# The installed package: find_package(multibond) gives multibond::multibond and one target per folder.
include(CMakePackageConfigHelpers)

configure_file(${PROJECT_SOURCE_DIR}/cmake/version.h.in
               ${PROJECT_BINARY_DIR}/include/multibond/version.h @ONLY)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/multibond)
set(package_build_dir ${PROJECT_BINARY_DIR}/package)

install(TARGETS multibond ${multibond_targets} EXPORT multibondTargets)
if(TARGET multibond_command)
  install(TARGETS multibond_command)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/multibond ${PROJECT_BINARY_DIR}/include/multibond
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT multibondTargets NAMESPACE multibond:: DESTINATION ${package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/multibondConfig.cmake.in
                              ${package_build_dir}/multibondConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${package_build_dir}/multibondConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${package_build_dir}/multibondConfig.cmake
              ${package_build_dir}/multibondConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/MultibondSundials.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
