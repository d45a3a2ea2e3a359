import type { Span } from "../../report/source.ts";
import { entriesOf, partsOf, type SyntaxNode } from "../../syntax/syntax-tree.ts";

/**
 * The span of the property at a path, in either notation for schemas. If it is inside a named type,
 * the span of the nearest property outside; undefined if the whole schema is a named type.
 */
export function propertyPlace(schema: SyntaxNode | undefined, path: readonly string[]): Span | undefined {
  const [name, ...rest] = path;
  if (!schema || name === undefined) return undefined;
  // The outermost match wins.
  for (let level: readonly SyntaxNode[] = [schema]; level.length > 0; level = level.flatMap(partsOf))
    for (const node of level)
      for (const { key, keySpan, value } of entriesOf(node))
        if (key === name || key === `${name}?`) return propertyPlace(value, rest) ?? keySpan;
}
