/// Sizes of models that show how work grows with them.
#pragma once

namespace multibond::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

/// A tenth with the sanitizers: the same code runs, but ten times slower. How it grows is counted
/// in the plain build.
template <typename Number>
constexpr Number large_size(Number size) {
  return kSanitized ? size / 10 : size;
}

}  // namespace multibond::test
