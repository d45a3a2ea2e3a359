import { canonicalJson, type Json } from "@proviso/manifest";

/**
 * The lines of a lock: maps of maps, two spaces deeper each, with values as JSON on one line. Each
 * clause of a tool has its own line, and nothing else changes with it. It is YAML as well.
 */
export type LockBlock = { readonly [key: string]: LockBlock | Leaf };

/** A value on one line. */
export interface Leaf {
  readonly json: Json;
}

export function leaf(json: Json): Leaf {
  return { json };
}

export function isLeaf(value: LockBlock | Leaf | undefined): value is Leaf {
  return value !== undefined && Object.keys(value).length === 1 && Object.hasOwn(value, "json");
}

export function printBlock(block: LockBlock, indent = ""): string {
  return Object.entries(block)
    .map(([key, value]) =>
      isLeaf(value)
        ? `${indent}${printKey(key)}: ${printJson(value.json)}\n`
        : `${indent}${printKey(key)}:\n${printBlock(value, `${indent}  `)}`,
    )
    .join("");
}

/** In double quotes where YAML could take it for something else than text. */
function printKey(key: string): string {
  return plainKey.test(key) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(key) ? key : printJson(key);
}

const plainKey = /^[A-Za-z][\w.-]*$/;

/** With invisible characters as escapes, so that a reviewer sees them. */
function printJson(json: Json): string {
  return canonicalJson(json).replaceAll(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
      ).join(""),
  );
}

/** A line that is not as `printBlock` writes it. Counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly kind: "conflict" | "unreadable";
}

/** Where each block and value begins, by its keys joined with spaces. */
export type LockLines = ReadonlyMap<string, number>;

/** Reads what `printBlock` writes and nothing else, except CRLF and a byte order mark. */
export function parseBlock(
  text: string,
): { readonly block: LockBlock; readonly lines: LockLines } | LineProblem {
  const root: MutableBlock = makeBlock();
  const lines = new Map<string, number>();
  const path: { readonly key: string; readonly block: MutableBlock }[] = [];
  for (const [index, written] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1;
    if (written === "" || written.startsWith("#")) continue;
    if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(written)) return { line, kind: "conflict" };
    const read = readLine(written);
    const block = read && (read.depth === 0 ? root : path[read.depth - 1]?.block);
    if (!read || !block || Object.hasOwn(block, read.key)) return { line, kind: "unreadable" };
    path.length = read.depth;
    lines.set([...path.map(({ key }) => key), read.key].join(" "), line);
    const inner = makeBlock();
    block[read.key] = read.value ?? inner;
    if (!read.value) path.push({ key: read.key, block: inner });
  }
  return { block: root, lines };
}

type MutableBlock = { [key: string]: LockBlock | Leaf };

/** Any text may be a key, `__proto__` too. */
function makeBlock(): MutableBlock {
  return Object.create(null) as MutableBlock;
}

const lineForm = /^((?: {2})*)("(?:[^"\\]|\\.)*"|[A-Za-z][\w.-]*):(?: (.+))?$/;

function readLine(
  written: string,
): { readonly depth: number; readonly key: string; readonly value?: Leaf } | undefined {
  const [, indent = "", name = "", json] = lineForm.exec(written) ?? [];
  if (name === "") return undefined;
  try {
    const key = name.startsWith('"') ? (JSON.parse(name) as string) : name;
    const depth = indent.length / 2;
    return json === undefined ? { depth, key } : { depth, key, value: leaf(JSON.parse(json) as Json) };
  } catch {
    return undefined;
  }
}
