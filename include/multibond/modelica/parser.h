/// Parser: from Modelica text to syntax trees, with one message for each mistake.
///
/// By recursive descent. After a mistake it goes on at the next statement, element or section, so
/// that all mistakes of a file are found at once; what was read is there in any case.
#pragma once

#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/modelica/syntax.h"

namespace multibond::modelica {

struct ParserContext {
  Names& names;
  Arena& arena;
  const Sources& sources;
};

struct ParseResult {
  Unit unit;
  std::vector<Diagnostic> diagnostics;
  std::size_t tokens = 0;
};

/// A whole file. With `annotations`, these are read as well, for their mistakes alone.
ParseResult parse_file(const ParserContext& context, const SourceFile& file,
                       bool annotations = false);

/// The arguments of an annotation; throws Error with what is wrong in it.
List<Argument> parse_annotation(const ParserContext& context, const TextRange& range);

/// One expression that fills a text, such as a value of the command line; throws Error.
Expression* parse_expression(const ParserContext& context, const SourceFile& file);

}  // namespace multibond::modelica
