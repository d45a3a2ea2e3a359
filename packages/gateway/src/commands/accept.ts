import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { escapeText, isObject, isSameJson, type Json, type JsonObject } from "@proviso/manifest";
import type { AuditEntry } from "@proviso/server";
import {
  exitCodes,
  exitCodesWith,
  UsageError,
  type ExitCode,
  type HelpPage,
  flag,
  readWords,
  takes,
  textOf,
} from "@proviso/terminal";
import { terminalWriter } from "@proviso/trail";
import { acceptCommand, openState } from "../state/data-folder.ts";
import { acceptTool, changeKnownTools, readKnownTools, waitingTools } from "../tools/pins.ts";
import type { Acceptance, KnownTools, Pin, Proposal } from "../tools/pins.ts";
import type { GatewayHost } from "./options.ts";

export const page: HelpPage = {
  name: "proviso gateway accept",
  summary: "Shows what changed in the upstream's tools, and accepts the change of one.",
  args: {
    tool: {
      type: "positional",
      required: false,
      description: "The tool to accept; without it, all is shown.",
    },
    data: takes("folder", "The gateway's data folder, which it prints."),
    change: takes("id", "The change that you have seen."),
    as: takes("name", "Who accepts, for the record; you by default."),
    reason: takes("text", "Why; it is put on record."),
    restored: flag("Accept that the data folder was put back to an older day on purpose."),
  },
  examples: ["proviso gateway accept --data FOLDER"],
  exitCodes: exitCodesWith("refused"),
};

/** Shows what waits, or accepts one tool, with the record of it in the trail. */
export async function run(words: readonly string[], host: GatewayHost): Promise<ExitCode> {
  const { positionals, values } = readWords(page.args ?? {}, words);
  const [data, change, reason] = ["data", "change", "reason"].map((name) => textOf(values[name]));
  const by = textOf(values["as"]) ?? userInfo().username;
  const restored = values["restored"] === true;
  const [tool, ...more] = positionals;
  if (data === undefined) throw new UsageError("name the gateway's data folder: `--data FOLDER`");
  if (more.length > 0) throw new UsageError("accept one tool at a time");
  if (!existsSync(join(data, "proviso.sqlite")))
    throw new UsageError(`there is no gateway's data in ${data}`);
  if (restored && reason === undefined) throw new UsageError("say why: `--reason TEXT`");
  if (restored) return acceptFolder(data, by, reason ?? "", host);
  const state = openState(data, { writer: terminalWriter });
  try {
    const known = (await readKnownTools(state.store)) ?? { pins: new Map(), proposals: new Map() };
    if (tool === undefined) return show(known, data, host);
    const seen = waitingTools(known).find((each) => each.tool === tool)?.seen;
    if (!seen) throw new UsageError(`nothing of \`${tool}\` waits to be accepted`);
    // A server may change a tool again after somebody has looked at it.
    if (change === undefined || change.length < shortestId || !seen.hash.startsWith(change))
      throw new UsageError(
        `say which change you have seen: \`accept\` without a tool shows it, with its id for \`--change\``,
      );
    if (reason === undefined) throw new UsageError("say why: `--reason TEXT`");
    const accepted = { by, reason, at: new Date().toISOString() };
    // On record first: an acceptance that is not recorded does not count.
    await state.audit.append(decisionEntry(tool, seen, known.pins.get(tool), accepted));
    await changeKnownTools(state.store, (now) => acceptTool(now ?? known, tool, seen.hash, accepted));
    host.out(
      `accepted  ${escapeText(tool)}: it is not blocked any more; its calls run or ask as its contract says, and without one as the options do`,
    );
    return exitCodes.clean;
  } finally {
    await state.audit.close();
    await state.store.close();
  }
}

/** Characters of a change's id that tell it from every other, as a person types it. */
const shortestId = 8;

function changeId({ hash }: Proposal): string {
  return hash.slice(0, 12);
}

/** Accepts a folder that was put back, for the chain of the gateway and that of terminals. Each records what it lacks. */
async function acceptFolder(data: string, by: string, reason: string, host: GatewayHost): Promise<ExitCode> {
  for (const writer of [undefined, terminalWriter]) {
    const until = new Date(Date.now() + 60_000).toISOString();
    const state = openState(data, { ...(writer && { writer }), restored: { reason, until } });
    try {
      await state.audit.tie?.(state.store);
      await state.audit.append({
        callId: randomUUID(),
        kind: "event",
        number: 1,
        time: new Date().toISOString(),
        principal: { id: by, kind: "user" },
        tool: "gateway",
        event: "gateway.restored",
        details: { reason },
      });
    } finally {
      await state.audit.close();
      await state.store.close();
    }
  }
  host.out("accepted  the data folder as it is: the gateway starts with it again");
  return exitCodes.clean;
}

/** The record of an acceptance, with the old and the new words of each field that differs. */
function decisionEntry(
  tool: string,
  seen: Proposal,
  before: Pin | undefined,
  { by, reason, at }: Acceptance,
): AuditEntry {
  const was = before?.hash === seen.hash ? {} : before?.definition;
  const changes = pathsOf(was ?? {}, seen.definition, "");
  return {
    callId: randomUUID(),
    kind: "decision",
    time: at,
    principal: { id: by, kind: "user" },
    tool,
    event: "gateway.definition",
    fingerprint: seen.hash,
    decision: "approved",
    via: "terminal",
    reason,
    details: changes.map(([field, old, now]) => ({
      field,
      ...(old !== undefined && { was: old }),
      ...(now !== undefined && { is: now }),
    })),
  };
}

function show(known: KnownTools, data: string, host: GatewayHost): ExitCode {
  const waiting = waitingTools(known);
  for (const { tool, seen, isChanged } of waiting) {
    host.out(
      isChanged
        ? `changed  ${escapeText(tool)}: it is blocked until it is accepted`
        : `later    ${escapeText(tool)}: it appeared after the first list, and is blocked until it is accepted`,
    );
    const before = isChanged ? known.pins.get(tool)?.definition : {};
    for (const line of differences(before ?? {}, seen.definition)) host.out(line);
    host.out(`  ${escapeText(acceptCommand(data, tool))} --change ${changeId(seen)} --reason TEXT`);
  }
  if (waiting.length === 0) host.out("nothing waits");
  return waiting.length > 0 ? exitCodes.findings : exitCodes.clean;
}

/** What changed in a tool, a field a line, with characters that no reader sees escaped. */
function differences(was: JsonObject, is: JsonObject): readonly string[] {
  return pathsOf(was, is, "").flatMap(([path, before, after]) => [
    `  ${escapeText(path)}`,
    `    was  ${shown(before)}`,
    `    is   ${shown(after)}`,
  ]);
}

type Difference = readonly [path: string, before: Json | undefined, after: Json | undefined];

function pathsOf(before: Json | undefined, after: Json | undefined, path: string): readonly Difference[] {
  if (before !== undefined && after !== undefined && isSameJson(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [[path, before, after]];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys.flatMap((key) => pathsOf(before[key], after[key], path === "" ? key : `${path}.${key}`));
}

function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : escapeText(JSON.stringify(value));
}
