import { parseArgs } from "node:util";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { escapeText, type Json, isSameJson } from "@proviso/manifest";
import type { AuditEntry, DurableState } from "@proviso/server";
import {
  exitCodes,
  exitCodesWith,
  printHelp,
  UsageError,
  type ExitCode,
  type HelpPage,
} from "@proviso/terminal";
import { terminalWriter } from "@proviso/trail";
import { openState } from "../state/data-folder.ts";
import { acceptTool, changeKnownTools, readKnownTools, type KnownTools } from "../tools/pins.ts";
import type { GatewayHost } from "./host.ts";

const page: HelpPage = {
  name: "proviso gateway accept",
  summary: "Shows what changed in the upstream's tools, and accepts the change of one.",
  args: {
    tool: {
      type: "positional",
      required: false,
      description: "The tool to accept. Without it, all that waits is shown.",
    },
    data: {
      type: "string",
      valueHint: "folder",
      description: "The data folder of the gateway, which it prints when it starts.",
    },
    as: {
      type: "string",
      valueHint: "name",
      description: "Who accepts; it is put on record. Defaults to your user name.",
    },
    reason: { type: "string", valueHint: "text", description: "Why; it is put on record." },
  },
  examples: [
    "proviso gateway accept --data FOLDER",
    'proviso gateway accept write_file --data FOLDER --reason "read the new text"',
  ],
  exitCodes: exitCodesWith("refused"),
};

/** Shows what waits, or accepts one tool, with the record of it in the trail. */
export async function accept(words: readonly string[], host: GatewayHost): Promise<ExitCode> {
  if (words.includes("--help") || words.includes("-h")) {
    host.out(printHelp(page, host));
    return exitCodes.clean;
  }
  const { tool, data, by, reason } = readWords(words);
  if (!existsSync(join(data, "proviso.sqlite")))
    throw new UsageError(`there is no gateway's data in ${data}`);
  const state = openState(data, terminalWriter);
  try {
    const known = (await readKnownTools(state.store)) ?? { pins: new Map(), proposals: new Map() };
    if (tool === undefined) return show(known, host);
    if (reason === undefined) throw new UsageError("say why: `--reason TEXT`");
    return await acceptOne(tool, { by, reason, at: new Date().toISOString() }, state, host);
  } finally {
    await state.audit.close();
    await state.store.close();
  }
}

function readWords(words: readonly string[]) {
  const options = { data: { type: "string" }, as: { type: "string" }, reason: { type: "string" } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
      strict: true,
    });
    const { data, as: by = userInfo().username, reason } = values;
    if (data === undefined) throw new UsageError("name the gateway's data folder: `--data FOLDER`");
    if (positionals.length > 1) throw new UsageError("accept one tool at a time");
    return { tool: positionals[0], data, by, reason };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "the options cannot be read");
  }
}

async function acceptOne(
  tool: string,
  accepted: { readonly by: string; readonly reason: string; readonly at: string },
  { store, audit }: DurableState,
  host: GatewayHost,
): Promise<ExitCode> {
  const known = await readKnownTools(store);
  if (!known?.pins.has(tool)) throw new UsageError(`the upstream has listed no tool \`${tool}\``);
  for (const line of differences(known, tool)) host.out(line);
  // On record first: an acceptance that is not recorded does not count.
  await audit.append(decisionEntry(tool, accepted));
  await changeKnownTools(store, (now) => acceptTool(now ?? known, tool, accepted));
  host.out(`accepted  ${escapeText(tool)}: the next call of it runs`);
  return exitCodes.clean;
}

function decisionEntry(
  tool: string,
  { by, reason, at }: { by: string; reason: string; at: string },
): AuditEntry {
  return {
    callId: randomUUID(),
    kind: "decision",
    time: at,
    principal: { id: by, kind: "user" },
    tool: `gateway:${tool}`,
    decision: "approved",
    via: "terminal",
    reason,
  };
}

function show(known: KnownTools, host: GatewayHost): ExitCode {
  const waiting = [...known.proposals.keys()];
  for (const tool of waiting) {
    host.out(`changed  ${escapeText(tool)}: it is blocked until it is accepted`);
    for (const line of differences(known, tool)) host.out(line);
  }
  const later = [...known.pins].flatMap(([name, pin]) =>
    pin.since === "later" && !pin.accepted ? [name] : [],
  );
  for (const tool of later)
    host.out(`later    ${escapeText(tool)}: it appeared after the first list, and always asks`);
  if (waiting.length + later.length === 0) host.out("nothing waits");
  return waiting.length > 0 ? exitCodes.findings : exitCodes.clean;
}

/** What changed in a tool, a field a line, with characters that no reader sees escaped. */
function differences({ pins, proposals }: KnownTools, tool: string): readonly string[] {
  const was = pins.get(tool)?.definition;
  const is = proposals.get(tool)?.definition;
  if (!was || !is) return [];
  return pathsOf(was, is, "").flatMap(([path, before, after]) => [
    `  ${escapeText(path)}`,
    `    was  ${shown(before)}`,
    `    is   ${shown(after)}`,
  ]);
}

type Difference = readonly [path: string, before: Json | undefined, after: Json | undefined];

function pathsOf(before: Json | undefined, after: Json | undefined, path: string): readonly Difference[] {
  if (before !== undefined && after !== undefined && isSameJson(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [[path, before, after]];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys.flatMap((key) => pathsOf(before[key], after[key], path === "" ? key : `${path}.${key}`));
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : escapeText(JSON.stringify(value));
}
