/// A user's program outside the repository: includes an installed header, links the libraries.
#include <cstdio>

#include "multibond/diagnostic.h"
#include "multibond/version.h"

int main() {
  try {
    throw multibond::Error("crane.joint2.axis", "crane.joint2.axis must not be zero.");
  } catch (const multibond::Error& error) {
    std::printf("multibond %s: %s\n", multibond::kVersion, error.what());
    return error.diagnostics().size() == 1 ? 0 : 1;
  }
}
