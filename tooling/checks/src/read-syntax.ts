import { type Node, parseSync, Visitor } from "oxc-parser";

/** What sources here do without. */
export type Construct =
  | "any"
  | "default export"
  | "enum"
  | "namespace"
  | "non-null assertion"
  | "wildcard export";

export interface Syntax {
  /** What is imported or re-exported, types included, in order. */
  readonly specifiers: readonly string[];
  /** Those of them that are loaded with the source: neither types nor what waits for a call of `import`. */
  readonly loads: readonly string[];
  readonly constructs: ReadonlySet<Construct>;
}

/** Reads one source as TypeScript; throws for one that is none. */
export function readSyntax(path: string, text: string): Syntax {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const specifiers: string[] = [];
  const loads: string[] = [];
  const constructs = new Set<Construct>();
  const imports = (source: Node | null): void => {
    if (source?.type === "Literal" && typeof source.value === "string") specifiers.push(source.value);
  };
  const importsAs = (kind: "type" | "value" | undefined, source: Node | null): void => {
    const before = specifiers.length;
    imports(source);
    if (kind !== "type") loads.push(...specifiers.slice(before));
  };
  new Visitor({
    ImportDeclaration: (node) => importsAs(node.importKind, node.source),
    ImportExpression: (node) => imports(node.source),
    TSImportType: (node) => imports(node.source),
    ExportNamedDeclaration: (node) => importsAs(node.exportKind, node.source),
    ExportAllDeclaration(node) {
      importsAs(node.exportKind, node.source);
      constructs.add("wildcard export");
    },
    ExportDefaultDeclaration: () => void constructs.add("default export"),
    TSAnyKeyword: () => void constructs.add("any"),
    TSEnumDeclaration: () => void constructs.add("enum"),
    // Not `declare global`, nor the types of a library that has none.
    TSModuleDeclaration: ({ kind, id }) =>
      void (kind !== "global" && id.type === "Identifier" && constructs.add("namespace")),
    TSNonNullExpression: () => void constructs.add("non-null assertion"),
  }).visit(program);
  return { specifiers, loads, constructs };
}
