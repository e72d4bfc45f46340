/// Memory of the command in large pages, where the system has them.
///
/// A page of memory is cleared by the system when it is first written to. In pages of 4 kB that
/// takes 0.4 ms for each megabyte on a virtual machine, of which a large model takes 70; in pages
/// of 2 MB it takes a tenth.
#pragma once

namespace multibond {

/// For what this process allocates from now on. To be called once, before much has been allocated;
/// where there are no such pages, nothing changes.
void use_large_pages();

}  // namespace multibond
