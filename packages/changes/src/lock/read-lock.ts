import type { Diagnostic, SourceText, Span } from "@proviso/compiler";
import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { AcceptedChange, Lock, LockedTool, LockEntry, SignOff } from "./lock.ts";
import { type LockBlock, isLeaf, type Leaf, type LockLines, parseBlock } from "./lock-lines.ts";
import { checksumOf, lockVersion } from "./print-lock.ts";
import { lockErrors } from "./problems.ts";

export interface ReadLockResult {
  /** Absent if there is a finding. */
  readonly lock?: Lock;
  readonly diagnostics: readonly Diagnostic[];
}

/** More than any product's contracts. */
const maxCharacters = 64_000_000;

/** Reads a lock, and compares the checksum of each block. */
export function readLock(source: SourceText): ReadLockResult {
  const reading: LockReading = { source, lines: new Map(), diagnostics: [] };
  if (source.text.length > maxCharacters)
    return {
      diagnostics: [problem(reading, [], `it has more than ${maxCharacters / 1_000_000} million characters`)],
    };
  const parsed = parseBlock(source.text);
  if ("kind" in parsed) {
    const span = lineSpan(source, parsed.line);
    const diagnostic =
      parsed.kind === "conflict"
        ? lockErrors.at(span, "conflict", {})
        : lockErrors.at(span, "unreadable", { what: "`proviso lock` writes no such line" });
    return { diagnostics: [diagnostic] };
  }
  const lock = readBlock(parsed.block, { ...reading, lines: parsed.lines });
  const { diagnostics } = reading;
  return lock && diagnostics.length === 0 ? { lock, diagnostics } : { diagnostics };
}

interface LockReading {
  readonly source: SourceText;
  readonly lines: LockLines;
  readonly diagnostics: Diagnostic[];
}

function readBlock(root: LockBlock, reading: LockReading): Lock | undefined {
  const { lock, product, wireNames, permissions, tools, history, ...others } = root;
  if (jsonOf(lock) !== lockVersion) return fail(reading, ["lock"], "it is of another version");
  const [other] = Object.keys(others);
  if (other !== undefined) return fail(reading, [other], `\`${other}\` is no part of a lock`);
  const [name, style] = [jsonOf(product), jsonOf(wireNames)];
  if (typeof name !== "string" || (style !== "dotted" && style !== "underscore"))
    return fail(reading, [], "`product` or `wireNames` is missing");
  // Without its tools, each tool here would count as new.
  if (tools === undefined) return fail(reading, [], "`tools` is missing");
  const blocks = blocksOf(tools, ["tools"], reading);
  return {
    product: name,
    wireNames: style,
    permissions: Object.fromEntries(leavesOf(permissions, ["permissions"], reading)) as Lock["permissions"],
    tools: new Map(blocks.map(([tool, block]) => [tool, readTool(tool, block, reading)])),
    history: readHistory(history, ["history"], reading),
  };
}

function readTool(name: string, block: LockBlock, reading: LockReading): LockedTool {
  const { checksum, removed, history, signed, ...fields } = block;
  const path = ["tools", name];
  const contract = Object.fromEntries(leavesOf(fields, path, reading)) as JsonObject;
  const signature = signOffOf(jsonOf(signed));
  if (signed && !signature) fail(reading, [...path, "signed"], "the signature is not whole");
  const tool = {
    ...(signature && { signed: signature }),
    contract,
    isRemoved: jsonOf(removed) === true,
    history: readHistory(history, [...path, "history"], reading),
  };
  if (jsonOf(checksum) !== checksumOf(name, tool))
    reading.diagnostics.push(lockErrors.at(spanOf(reading, path), "edited", { tool: name }));
  return tool;
}

function signOffOf(json: Json | undefined): SignOff | undefined {
  const { when, who, hash }: JsonObject = isObject(json) ? json : {};
  const isWhole = typeof when === "string" && typeof who === "string" && typeof hash === "string";
  return isWhole ? { when, who, hash } : undefined;
}

function readHistory(
  block: LockBlock | Leaf | undefined,
  path: readonly string[],
  reading: LockReading,
): readonly LockEntry[] {
  return blocksOf(block, path, reading).flatMap(([when, entry]) => {
    const [who, reason] = [jsonOf(entry["who"]), jsonOf(entry["reason"])];
    const changes = leavesOf(entry["changes"], [...path, when, "changes"], reading).map(
      ([fingerprint, change]) =>
        ({ ...(isObject(change) ? change : {}), fingerprint }) as unknown as AcceptedChange,
    );
    if (typeof who === "string" && typeof reason === "string" && changes.every(isAccepted))
      return [{ when, who, reason, changes }];
    fail(reading, [...path, when], "the entry is not whole");
    return [];
  });
}

function isAccepted({ id, path, message, safety }: AcceptedChange): boolean {
  return [id, path, message, safety].every((each: unknown) => typeof each === "string");
}

/** The blocks in a block. Anything else in it is a finding. */
function blocksOf(
  block: LockBlock | Leaf | undefined,
  path: readonly string[],
  reading: LockReading,
): readonly (readonly [string, LockBlock])[] {
  if (block === undefined) return [];
  const entries = isLeaf(block) ? [["", block] as const] : Object.entries(block);
  return entries.flatMap(([name, value]) => {
    if (!isLeaf(value)) return [[name, value] as const];
    fail(reading, name === "" ? path : [...path, name], "a value is where a block should be");
    return [];
  });
}

/** The values in a block. Anything else in it is a finding. */
function leavesOf(
  block: LockBlock | Leaf | undefined,
  path: readonly string[],
  reading: LockReading,
): readonly (readonly [string, Json])[] {
  if (block === undefined) return [];
  const entries = isLeaf(block) ? [] : Object.entries(block);
  if (isLeaf(block)) fail(reading, path, "a value is where a block should be");
  return entries.flatMap(([name, value]) => {
    if (isLeaf(value)) return [[name, value.json] as const];
    fail(reading, [...path, name], "a block is where a value should be");
    return [];
  });
}

function jsonOf(value: LockBlock | Leaf | undefined): Json | undefined {
  return isLeaf(value) ? value.json : undefined;
}

function fail(reading: LockReading, path: readonly string[], what: string): undefined {
  reading.diagnostics.push(problem(reading, path, what));
}

function problem(reading: LockReading, path: readonly string[], what: string): Diagnostic {
  return lockErrors.at(spanOf(reading, path), "unreadable", { what });
}

function spanOf({ source, lines }: LockReading, path: readonly string[]): Span {
  return lineSpan(source, lines.get(path.join(" ")) ?? 1);
}

/** The whole line. */
function lineSpan({ path: file, text }: SourceText, line: number): Span {
  const lines = text.split("\n", line);
  const length = lines.at(-1)?.length ?? 0;
  const start = lines.slice(0, -1).reduce((sum, each) => sum + each.length + 1, 0);
  return { file, start, end: start + length, line, column: 1, endLine: line, endColumn: length + 1 };
}
