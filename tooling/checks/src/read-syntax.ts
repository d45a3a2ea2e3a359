import { type CallExpression, type IdentifierName, type Node, parseSync, Visitor } from "oxc-parser";
import { readImpurities } from "./read-impurities.ts";

/** Constructs that our sources do not use. */
export type Construct =
  | "any"
  | "computed load"
  | "default export"
  | "enum"
  | "namespace"
  | "non-null assertion"
  | "wildcard export";

export interface Syntax {
  /** All modules that are imported, re-exported or loaded by a call, types included, in order. */
  readonly specifiers: readonly string[];
  /** The modules that are loaded with the source: no types, and no modules loaded in a call. */
  readonly loads: readonly string[];
  /** Named imports from Node.js modules, such as `node:crypto hash`. */
  readonly builtins: readonly string[];
  /** Uses of anything impure: see `readImpurities`. */
  readonly impurities: ReadonlySet<string>;
  readonly constructs: ReadonlySet<Construct>;
}

/** Functions that load a module by name. An alias for one would hide what it loads. */
const loaders = new Set(["createRequire", "getBuiltinModule", "lateLibrary", "require"]);

/** Reads a source as TypeScript; throws if it is none. */
export function readSyntax(path: string, text: string): Syntax {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const specifiers: string[] = [];
  const loads: string[] = [];
  const builtins: string[] = [];
  const constructs = new Set<Construct>();
  const imports = (source: Node | null): void => {
    if (source === null) return;
    if (source.type === "Literal" && typeof source.value === "string") specifiers.push(source.value);
    else constructs.add("computed load");
  };
  const importsAs = (kind: "type" | "value" | undefined, source: Node | null): void => {
    const before = specifiers.length;
    imports(source);
    if (kind !== "type") loads.push(...specifiers.slice(before));
  };
  const known = new WeakSet<Node>();
  new Visitor({
    ImportDeclaration(node) {
      importsAs(node.importKind, node.source);
      for (const specifier of node.specifiers) {
        const name = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "*";
        if (node.source.value.startsWith("node:") && node.importKind !== "type")
          builtins.push(`${node.source.value} ${name}`);
        if (loaders.has(name) && name !== specifier.local.name) constructs.add("computed load");
        known.add(specifier.local);
        if (specifier.type === "ImportSpecifier") known.add(specifier.imported);
      }
    },
    ImportExpression: (node) => imports(node.source),
    TSImportType: (node) => imports(node.source),
    CallExpression({ callee, arguments: [first = null] }) {
      const made = callee.type === "CallExpression" && calledName(callee)?.name === "createRequire";
      const called = calledName({ callee });
      if (called && loaders.has(called.name)) known.add(called);
      if (made || (called && loaders.has(called.name) && called.name !== "createRequire")) imports(first);
    },
    // Passing a loader on, or renaming it, hides what it loads.
    Identifier(node) {
      if (loaders.has(node.name) && !known.has(node)) constructs.add("computed load");
    },
    ExportNamedDeclaration: (node) => importsAs(node.exportKind, node.source),
    ExportAllDeclaration(node) {
      importsAs(node.exportKind, node.source);
      constructs.add("wildcard export");
    },
    ExportDefaultDeclaration: () => void constructs.add("default export"),
    TSAnyKeyword: () => void constructs.add("any"),
    TSEnumDeclaration: () => void constructs.add("enum"),
    // Except `declare global`, and types of a library without any.
    TSModuleDeclaration: ({ kind, id }) =>
      void (kind !== "global" && id.type === "Identifier" && constructs.add("namespace")),
    TSNonNullExpression: () => void constructs.add("non-null assertion"),
  }).visit(program);
  return { specifiers, loads, builtins, impurities: readImpurities(program), constructs };
}

/** `a` of `a()` and of `b.a()`. */
function calledName({ callee }: Pick<CallExpression, "callee">): IdentifierName | undefined {
  const named = callee.type === "MemberExpression" && !callee.computed ? callee.property : callee;
  return named.type === "Identifier" ? named : undefined;
}

function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "?";
}
