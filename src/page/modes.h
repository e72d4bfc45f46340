/// Modes of the model about its initial state, for the page: eigenvalues, how each of them moves
/// the pictures, root loci and frequency responses.
#pragma once

#include "multibond/page/page.h"
#include "tracks.h"

namespace multibond::page {

/// "modes" of the header, if there is a linearization. Shapes are tracks of the grid of modes; how
/// many instants that has is returned. Throws Error if a locus or a response that the options ask
/// for cannot be computed.
std::size_t add_modes(const PageModel& model, const Result& result, const PageOptions& options,
                      Tracks& tracks, Json& header);

}  // namespace multibond::page
