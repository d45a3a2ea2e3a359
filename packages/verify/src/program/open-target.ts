import { cp, mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { isObject, type JsonObject } from "@proviso/manifest";
import { pairsOf, UsageError, type CommandLine } from "@proviso/terminal";
import type { OpenOracle, Target, Tool, World } from "../model.ts";
import { eventLog } from "../oracles/event-log.ts";
import { openOracles } from "../oracles/oracles.ts";
import { observer } from "../run/observe.ts";
import type { TrialParts } from "../run/trial.ts";
import { callableContracts } from "../target/contracts.ts";
import { filled, startServer, type Server } from "../target/server.ts";
import { harmOf, readTool } from "../target/tools.ts";
import { verifyArgs } from "./args.ts";

export interface OpenTarget extends Omit<TrialParts, "budget"> {
  readonly target: Target;
  readonly server: Server;
  /** Those of the command line. */
  readonly oracles: readonly OpenOracle[];
  readonly folder: string | undefined;
  /** Closes everything, and removes the disposable folder. */
  close(): Promise<void>;
}

const callers = ["nobody", "stale"] as const;
const packages = "node_modules";

/** Starts what a command line names. `target`: of a trace, if the line names none. Throws a `UsageError`. */
export async function openTarget(line: CommandLine, target: Target, cwd: string): Promise<OpenTarget> {
  const isDisposable = line.has("disposable");
  const approves = line.has("approve");
  if (approves && !isDisposable)
    throw new UsageError("`--approve` needs `--disposable`: what it approves is done");
  const own = isDisposable && target.kind === "stdio" ? await makeFolders(line, cwd) : undefined;
  const folder = own?.folder;
  const closers: (() => Promise<unknown>)[] = [
    async () => own && rm(own.parent, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    const oracles = await watch(line, folder, cwd);
    closers.push(() => Promise.all(oracles.map((each) => each.close?.())));
    const client = eventLog("client", "questions to the client's model");
    const sign = target.kind === "url" ? ":" : "=";
    const described = callers.filter((caller) => line.has(caller));
    const server = await startServer({
      target: target.kind === "url" ? target : { ...target, command: absolute(target.command, cwd, folder) },
      placeholders: Object.assign({}, folder && { folder }, ...oracles.map((each) => each.placeholders)),
      env: Object.assign(
        {},
        ...[own, ...oracles].map((each) => each?.env),
        pairsOf(line.all("env"), "=", "env"),
      ),
      headers: pairsOf(line.all("header"), ":", "header"),
      callers: Object.fromEntries(described.map((each) => [each, pairsOf(line.all(each), sign, each)])),
      cwd: folder ?? cwd,
      renew: async () => own && fillFolders(own, line, cwd),
      onProcess: (pid) => oracles.forEach((each) => each.watchProcess?.(pid)),
      approves,
      onSampling: () => client.add("asked", "sampling/createMessage"),
    });
    closers.push(() => server.close());
    const all = [...oracles, client];
    const tools = await look(line, server);
    const { value: firstList } = await server.perform({ kind: "list" });
    const world: World = {
      ...tools,
      firstList: isObject(firstList) ? firstList : {},
      oracles: all.map(({ name }) => name),
      canKill: target.kind === "stdio" && isDisposable,
      callers: ["unasked", ...described],
      secrets: secretsOf(line),
    };
    const harms = world.tools.map((tool) => [tool.name, isDisposable ? undefined : harmOf(tool)] as const);
    const parts = { target, server, oracles, world, isDisposable, folder, close };
    return {
      ...parts,
      called: new Set(),
      observer: observer(server, all, line.all("ignore")),
      whyNot: new Map(harms.filter((each): each is [string, string] => each[1] !== undefined)),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a disposable server may write: a folder, and elsewhere its state, which would be taken for that of a server whose data was copied. */
interface OwnFolders extends Readonly<Record<"parent" | "folder", string>> {
  readonly env: { readonly XDG_STATE_HOME: string };
}

async function makeFolders(line: CommandLine, cwd: string): Promise<OwnFolders> {
  // The real path: a server may refuse a path that leads over a link, as the temporary folder does on macOS.
  const parent = await realpath(await mkdtemp(join(tmpdir(), "proviso-verify-")));
  const own = { parent, folder: join(parent, "folder"), env: { XDG_STATE_HOME: join(parent, "state") } };
  await mkdir(own.folder);
  await fillFolders(own, line, cwd);
  return own;
}

async function fillFolders({ folder, env }: OwnFolders, line: CommandLine, cwd: string): Promise<void> {
  const from = line.text("copy");
  if (from !== undefined && !existsSync(resolve(cwd, from)))
    throw new UsageError(`there is no folder ${from} to copy`);
  // Packages stay: they are not watched, and to copy them takes most of the time.
  const names = (await readdir(folder)).filter((name) => name !== packages);
  for (const path of [env.XDG_STATE_HOME, ...names.map((name) => join(folder, name))])
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  if (from === undefined) return;
  const source = resolve(cwd, from);
  const isKept = existsSync(join(folder, packages));
  const filter = (path: string): boolean => !isKept || path !== join(source, packages);
  await cp(source, folder, { recursive: true, filter });
}

/** Opens the oracles. The names of files in options may hold `{folder}`, and are relative to it. */
async function watch(line: CommandLine, folder: string | undefined, cwd: string) {
  const paths = new Set(["watch-folder", "sqlite", "audit"]);
  const options = Object.keys(verifyArgs).map((name) => {
    const text = line.text(name);
    const value = text === undefined ? undefined : filled(text, { ...(folder && { folder }) });
    return [name, value !== undefined && paths.has(name) ? resolve(folder ?? cwd, value) : value] as const;
  });
  return openOracles({ options: Object.fromEntries(options), ...(folder !== undefined && { folder }) });
}

/** A file that the command names is found from the disposable folder, too. */
function absolute(command: readonly string[], cwd: string, folder: string | undefined): readonly string[] {
  if (folder === undefined) return command;
  return command.map((word) => {
    const isPath = !word.startsWith("-") && !isAbsolute(word) && /[./\\]/.test(word);
    return isPath && existsSync(resolve(cwd, word)) ? resolve(cwd, word) : word;
  });
}

async function look(line: CommandLine, server: Server): Promise<Pick<World, "tools" | "forbidden">> {
  const contracts = line.text("contracts");
  const given = contracts === undefined ? undefined : await callableContracts(contracts);
  const listed = (await server.list()).map(readTool).filter((tool) => tool !== undefined);
  const tools = listed.map((tool): Tool => {
    const contract = given?.contracts.get(tool.name);
    return contract ? { ...tool, contract: contract as unknown as JsonObject } : tool;
  });
  return { tools, forbidden: [...line.all("forbidden"), ...(given?.forbidden ?? [])] };
}

function secretsOf(line: CommandLine): readonly string[] {
  const env = { ...process.env, ...pairsOf(line.all("env"), "=", "env") };
  return line.all("secret").map((name) => {
    const value = env[name];
    if (value !== undefined && value.length >= 6) return value;
    const advice = `needs a variable of at least six characters: \`--env ${name}=…\``;
    throw new UsageError(`\`--secret ${name}\` ${advice}`);
  });
}
