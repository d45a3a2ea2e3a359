import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { isObject, type JsonObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import type { Caller, OpenOracle, Target, Tool, World } from "../model.ts";
import { eventLog } from "../oracles/event-log.ts";
import { openOracles } from "../oracles/oracles.ts";
import { readContracts } from "../target/contracts.ts";
import { filled, startServer, type Server } from "../target/server.ts";
import { harmOf, readTool } from "../target/tools.ts";
import { verifyArgs, type Line } from "./args.ts";

/** The server, started and watched. */
export interface OpenTarget {
  readonly target: Target;
  readonly server: Server;
  readonly oracles: readonly OpenOracle[];
  readonly world: World;
  readonly whyNot: ReadonlyMap<string, string>;
  readonly isDisposable: boolean;
  /** The disposable folder, if there is one. */
  readonly folder: string | undefined;
  /** Closes everything, and removes the disposable folder. */
  close(): Promise<void>;
}

const callMs = 30_000;

/** Starts what a command line names. `target`: of a trace, if the line names none. Throws a `UsageError`. */
export async function openTarget(
  line: Line,
  target: Target,
  cwd: string,
  version: string,
): Promise<OpenTarget> {
  const isDisposable = line.has("disposable");
  const folder = isDisposable && target.kind === "stdio" ? await makeFolder(line, cwd) : undefined;
  const closers: (() => Promise<void>)[] = [
    async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  ];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    const oracles = await watch(line, folder, cwd);
    closers.push(async () => void (await Promise.all(oracles.map((each) => each.close()))));
    const client = {
      ...eventLog("client"),
      watches: "questions to the client's model",
      close: async () => {},
    };
    const server = await startServer({
      target:
        target.kind === "stdio" ? { ...target, command: absolute(target.command, cwd, folder) } : target,
      placeholders: { ...(folder !== undefined && { folder }), ...merged(oracles, "placeholders") },
      env: { ...merged(oracles, "env"), ...pairsOf(line.all("env"), "=", "env") },
      headers: pairsOf(line.all("header"), ":", "header"),
      callers: callersOf(line, target),
      cwd: folder ?? cwd,
      version,
      callMs,
      onProcess: (pid) => oracles.forEach((each) => each.watchProcess?.(pid)),
      onSampling: () => client.add("asked", "sampling/createMessage"),
    });
    closers.push(() => server.close());
    const all = [...oracles, client];
    const { world, whyNot } = await look(line, server, all, target.kind === "stdio" && isDisposable);
    return {
      target,
      server,
      oracles: all,
      world,
      whyNot: isDisposable ? new Map() : whyNot,
      isDisposable,
      folder,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeFolder(line: Line, cwd: string): Promise<string> {
  // The real path: a server may refuse a path that leads over a link, as the temporary folder does on macOS.
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proviso-verify-")));
  const from = line.text("copy");
  if (from === undefined) return folder;
  if (!existsSync(resolve(cwd, from))) throw new UsageError(`there is no folder ${from} to copy`);
  await cp(resolve(cwd, from), folder, { recursive: true });
  return folder;
}

/** Opens the oracles. The names of files in options may hold `{folder}`, and are relative to it. */
async function watch(line: Line, folder: string | undefined, cwd: string): Promise<readonly OpenOracle[]> {
  const placeholders: Readonly<Record<string, string>> = folder === undefined ? {} : { folder };
  const pathOf = (text: string): string => resolve(folder ?? cwd, filled(text, placeholders));
  const paths = new Set(["watch-folder", "sqlite", "audit"]);
  const options = Object.fromEntries(
    Object.keys(verifyArgs).map((name) => {
      const text = line.text(name) ?? (line.has(name) ? "" : undefined);
      if (text === undefined) return [name, undefined];
      return [name, paths.has(name) ? pathOf(text) : filled(text, placeholders)];
    }),
  );
  return openOracles({ options, ...(folder !== undefined && { folder }) });
}

/** A file that the command names is found from the disposable folder, too. */
function absolute(command: readonly string[], cwd: string, folder: string | undefined): readonly string[] {
  if (folder === undefined) return command;
  return command.map((word) => {
    const isPath = !word.startsWith("-") && !isAbsolute(word) && /[./\\]/.test(word);
    return isPath && existsSync(resolve(cwd, word)) ? resolve(cwd, word) : word;
  });
}

function merged(
  oracles: readonly OpenOracle[],
  part: "env" | "placeholders",
): Readonly<Record<string, string>> {
  return Object.assign({}, ...oracles.map((each) => each[part] ?? {}));
}

/** Reads `NAME=VALUE` or `Name: value`. A value may be a secret, so no message repeats it. */
export function pairsOf(
  given: readonly string[],
  sign: "=" | ":",
  option: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf(sign);
      if (at <= 0)
        throw new UsageError(
          `\`--${option}\` must be written as ${sign === "=" ? "NAME=VALUE" : "'Name: value'"}`,
        );
      return [text.slice(0, at), text.slice(at + 1).trim()];
    }),
  );
}

function callersOf(line: Line, { kind }: Target): Partial<Record<Caller, Readonly<Record<string, string>>>> {
  const sign = kind === "url" ? ":" : "=";
  const described = (["nobody", "stale"] as const).filter((caller) => line.has(caller));
  return Object.fromEntries(described.map((caller) => [caller, pairsOf(line.all(caller), sign, caller)]));
}

/** Lists the tools, and finds out what may be called. */
async function look(line: Line, server: Server, oracles: readonly OpenOracle[], canKill: boolean) {
  const contracts = line.text("contracts");
  const given = contracts === undefined ? undefined : readContracts(contracts);
  const listed = (await server.list()).map(readTool).filter((tool) => tool !== undefined);
  const tools = listed.map((tool): Tool => {
    const contract = given?.contracts.get(tool.name);
    return contract ? { ...tool, contract: contract as unknown as JsonObject } : tool;
  });
  const whyNot = new Map<string, string>();
  for (const tool of tools) {
    const why = harmOf(tool);
    if (why !== undefined) whyNot.set(tool.name, why);
  }
  const { value: firstList } = await server.perform({ kind: "list" });
  const world: World = {
    tools,
    firstList: isObject(firstList) ? firstList : {},
    forbidden: [...line.all("forbidden"), ...(given?.forbidden ?? [])],
    oracles: oracles.map(({ name }) => name),
    canKill,
    callers: (["nobody", "stale"] as const).filter((caller) => line.has(caller)),
    secrets: secretsOf(line),
  };
  return { world, whyNot };
}

function secretsOf(line: Line): readonly string[] {
  const env = { ...process.env, ...pairsOf(line.all("env"), "=", "env") };
  return line.all("secret").map((name) => {
    const value = env[name];
    if (value === undefined || value.length < 6)
      throw new UsageError(
        `\`--secret ${name}\` needs a variable of at least six characters: \`--env ${name}=…\``,
      );
    return value;
  });
}
