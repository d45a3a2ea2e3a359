import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { escapeText, isObject, isSameJson, type Json } from "@proviso/manifest";
import type { AuditEntry, DurableState } from "@proviso/server";
import { exitCodes, exitCodesWith, flag, readWords, takes, textOf, UsageError } from "@proviso/terminal";
import { terminalWriter } from "@proviso/trail";
import { acceptCommand, closeState, openState } from "../state/data-folder.ts";
import { acceptTool, changeKnownTools, readKnownTools, waitingTools } from "../tools/pins.ts";
import type { WaitingTool } from "../tools/pins.ts";
import type { GatewayCommand } from "./options.ts";

const args = {
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
} as const;

/** Characters of a change's id that tell it from every other, as a person types it. */
const shortestId = 8;

/** Shows what waits, or accepts one tool, with the record of it in the trail. */
export const accept: GatewayCommand = {
  page: {
    name: "proviso gateway accept",
    summary: "Shows what changed in the upstream's tools, and accepts the change of one.",
    args,
    examples: ["proviso gateway accept --data FOLDER"],
    exitCodes: exitCodesWith("refused"),
  },
  async run(words, { out }) {
    const { positionals, values } = readWords(args, words);
    const [data, change, reason] = ["data", "change", "reason"].map((name) => textOf(values[name]));
    const by = textOf(values["as"]) ?? userInfo().username;
    const [tool, ...more] = positionals;
    if (data === undefined) throw new UsageError("name the gateway's data folder: `--data FOLDER`");
    if (more.length > 0) throw new UsageError("accept one tool at a time");
    if (!existsSync(join(data, "proviso.sqlite")))
      throw new UsageError(`there is no gateway's data in ${data}`);
    const isRestored = values["restored"] === true;
    const needed = (): string => {
      if (reason === undefined) throw new UsageError("say why: `--reason TEXT`");
      return reason;
    };
    if (isRestored) {
      await acceptFolder(data, by, needed());
      out("accepted  the data folder as it is: the gateway starts with it again");
      return exitCodes.clean;
    }
    return opened(openState(data, { writer: terminalWriter }), async ({ store, audit }) => {
      const known = await readKnownTools(store);
      const waiting = waitingTools(known);
      if (tool === undefined) {
        for (const each of waiting) for (const line of shown(each, data)) out(line);
        if (waiting.length === 0) out("nothing waits");
        return waiting.length > 0 ? exitCodes.findings : exitCodes.clean;
      }
      const found = waiting.find((each) => each.tool === tool);
      if (!found) throw new UsageError(`nothing of \`${tool}\` waits to be accepted`);
      const { hash } = found.seen;
      // A server may change a tool again after somebody has looked at it.
      if (change === undefined || change.length < shortestId || !hash.startsWith(change))
        throw new UsageError(
          `say which change you have seen: \`accept\` without a tool shows it, with its id for \`--change\``,
        );
      const accepted = { by, reason: needed(), at: new Date().toISOString() };
      // On record first: an acceptance that is not recorded does not count.
      await audit.append({
        ...newEntry(by, accepted.at),
        kind: "decision",
        tool,
        event: "gateway.definition",
        fingerprint: hash,
        decision: "approved",
        via: "terminal",
        reason: accepted.reason,
        details: differences(found).map(([field, was, is]) => ({
          field,
          ...(was !== undefined && { was }),
          ...(is !== undefined && { is }),
        })),
      } satisfies AuditEntry);
      await changeKnownTools(store, (now) => acceptTool(now, tool, hash, accepted));
      out(
        `accepted  ${escapeText(tool)}: its definition is the one that counts now; its calls run or ask as its contract says, and without one as the options do`,
      );
      return exitCodes.clean;
    });
  },
};

function newEntry(id: string, time: string) {
  return { callId: randomUUID(), time, principal: { id, kind: "user" } } as const;
}

/** Accepts a folder that was put back, for the chain of the gateway and that of terminals. Each records what it lacks. */
async function acceptFolder(data: string, by: string, reason: string): Promise<void> {
  for (const writer of [undefined, terminalWriter]) {
    const until = new Date(Date.now() + 60_000).toISOString();
    const state = openState(data, { ...(writer && { writer }), restored: { reason, until } });
    await opened(state, async ({ store, audit }) => {
      await audit.tie?.(store);
      await audit.append({
        ...newEntry(by, new Date().toISOString()),
        kind: "event",
        number: 1,
        tool: "gateway",
        event: "gateway.restored",
        details: { reason },
      } satisfies AuditEntry);
    });
  }
}

async function opened<Result>(
  state: DurableState,
  use: (state: DurableState) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(state);
  } finally {
    await closeState(state);
  }
}

/** What changed in a tool, a field a line, with characters that no reader sees escaped, and the command that accepts it. */
function shown(waiting: WaitingTool, data: string): readonly string[] {
  const { tool, seen, was } = waiting;
  const name = escapeText(tool);
  return [
    was
      ? `changed  ${name}: it is blocked until it is accepted`
      : `later    ${name}: it appeared after the first list, and without a contract it is blocked until it is accepted`,
    ...differences(waiting).flatMap(([field, before, is]) => [
      `  ${escapeText(field)}`,
      `    was  ${printed(before)}`,
      `    is   ${printed(is)}`,
    ]),
    `  ${escapeText(acceptCommand(data, tool))} --change ${seen.hash.slice(0, 12)} --reason TEXT`,
  ];
}

function printed(value: Json | undefined): string {
  return value === undefined ? "nothing" : escapeText(JSON.stringify(value));
}

type Difference = readonly [field: string, was: Json | undefined, is: Json | undefined];

/** The fields that differ, with the old and the new words. */
function differences({ was = {}, seen }: WaitingTool): readonly Difference[] {
  return pathsOf(was, seen.definition, "");
}

function pathsOf(before: Json | undefined, after: Json | undefined, path: string): readonly Difference[] {
  if (before !== undefined && after !== undefined && isSameJson(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [[path, before, after]];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys.flatMap((key) => pathsOf(before[key], after[key], path === "" ? key : `${path}.${key}`));
}
