import { type Node, type Program, Visitor } from "oxc-parser";

/** Pure globals of every JavaScript engine. `Date` and `Math` have exceptions, below. */
const pure = new Set(
  `AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Error EvalError Float32Array
  Float64Array Infinity Int16Array Int32Array Int8Array JSON Map Math NaN Number Object Promise Proxy RangeError
  ReferenceError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL
  URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet decodeURI decodeURIComponent
  encodeURI encodeURIComponent escape isFinite isNaN parseFloat parseInt structuredClone undefined unescape`.split(
    /\s+/,
  ),
);

/** All other globals: the clock, the console, the process, timers, the network. */
const ambient = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => !pure.has(name)));

/**
 * What a source uses that reads or changes anything outside it: impure globals (even if shadowed),
 * `Math.random` and `import.meta`. `new Date(value)` reads no clock.
 */
export function readImpurities(program: Program): ReadonlySet<string> {
  const found = new Set<string>();
  const names = new WeakSet<Node>();
  const isName = (node: Node | null | undefined): void => void (node && names.add(node));
  const isKey = (node: { readonly key: Node; readonly computed?: boolean }): void =>
    node.computed ? undefined : isName(node.key);
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (!computed) isName(property);
      if (!isGlobal(object, "Math")) return;
      isName(object);
      if (computed || isGlobal(property, "random")) found.add("Math.random");
    },
    Property: isKey,
    MethodDefinition: isKey,
    PropertyDefinition: isKey,
    TSPropertySignature: isKey,
    TSMethodSignature: isKey,
    TSTypeReference: ({ typeName }) => isName(typeName),
    TSTypeQuery: ({ exprName }) => isName(exprName),
    TSQualifiedName: ({ left, right }) => [left, right].forEach(isName),
    ImportSpecifier: ({ imported }) => isName(imported),
    NewExpression({ callee, arguments: given }) {
      if (isGlobal(callee, "Date") && given.length > 0) isName(callee);
    },
    BinaryExpression({ operator, right }) {
      if (operator === "instanceof") isName(right);
    },
    MetaProperty: ({ meta, property }) => {
      [meta, property].forEach(isName);
      if (meta.name === "import") found.add("import.meta");
    },
    Identifier(node) {
      if (names.has(node)) return;
      if (node.name === "Math") found.add("Math.random");
      if (ambient.has(node.name)) found.add(node.name);
    },
  }).visit(program);
  return found;
}

function isGlobal(node: Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}
