import type { Span } from "../../report/source.ts";
import type { SyntaxNode } from "../../syntax/syntax-tree.ts";

/**
 * Where the property at a path is written, whichever way the schema is. A named type is written elsewhere: then the
 * property that leads there, and nothing if the whole is such a type.
 */
export function propertyPlace(schema: SyntaxNode | undefined, path: readonly string[]): Span | undefined {
  const [name, ...rest] = path;
  if (!schema || name === undefined) return undefined;
  // What stands here comes before what is farther inside.
  for (let level: readonly SyntaxNode[] = [schema]; level.length > 0; level = level.flatMap(valuesIn))
    for (const node of level)
      for (const { key, keySpan, value } of node.kind === "map" ? node.entries : [])
        if (key === name || key === `${name}?`) return propertyPlace(value, rest) ?? keySpan;
}

function valuesIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.kind === "list") return node.items;
  return node.kind === "map" ? node.entries.map(({ value }) => value) : [];
}
