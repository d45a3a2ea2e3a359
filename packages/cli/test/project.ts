import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { pack, unpack } from "../src/incremental/store.ts";
import { run } from "../src/commands/run.ts";
import type { CliHost } from "../src/terminal/host.ts";

export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface TestProject {
  readonly root: string;
  /** Runs `proviso ARGV` in the project's folder, or in one inside it, as a script of package.json does. Words with spaces are given as a list. */
  proviso(argv: string | readonly string[], folder?: string, script?: string): Promise<RunResult>;
  /** Starts `proviso ARGV`, which goes on; it is stopped with the test if not before. */
  watch(argv: string): Watching;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  edit(path: string, change: (text: string) => string): Promise<void>;
  /** Where a run keeps the part of this name for later ones. */
  cache(name: string): string;
  /** Forges what a run kept. */
  editCache<Content extends object>(name: string, change: (content: Content) => Content): Promise<void>;
  /** Path to text and time of change, of every file under `folder` but the cache, which a run may always write. */
  snapshot(folder?: string): Promise<Readonly<Record<string, string>>>;
}

export const config = `proviso: 1
product: acme
contracts: [contracts/*.yaml]
packages: { scope: "@acme", license: MIT }
outputs: { server: out/server, client: out/client, schemas: out/schemas }
handlers: src/handlers
`;

export const notes = `proviso: 1
domain: notes
description: Notes that people keep.
permissions:
  notes:write: Add and remove notes.
tools:
  create:
    description: Adds a note. It is kept until somebody removes it.
    category: writing
    riskLevel: low
    inputSchema: { text: string }
    outputSchema: { noteId: string }
    permissions: [notes:write]
    sideEffects: [{ creates: A note. }]
    auditEvent: note.created
    failureModes: []
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    examples: [{ input: { text: Water the plants. } }]
    title: Create a note
    owner: writing
`;

export const tags = notes.replaceAll("notes", "tags").replaceAll("note", "tag").replaceAll("Notes", "Tags");

/** A contract with a tool that finds out what became of calls of `tags.create`. */
export const finds = `proviso: 1
domain: finds
description: What calls have done.
tools:
  tag:
    description: Finds the tag that one call has added.
    category: reading
    riskLevel: low
    inputSchema: { callId: string }
    outputSchema: { tagId: string }
    permissions: []
    sideEffects: []
    auditEvent: tag.found
    failureModes: []
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    examples: [{ input: { callId: 3f1c9a52-77b0-4a0e-9d3e-5f2a64c1b8d0 } }]
    title: Find a tag
    owner: writing
`;

/** A project on disk that goes away with the test. */
export async function createProject(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "proviso-cli-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const project = projectAt(root);
  const all = {
    "proviso.yaml": config,
    "contracts/notes.yaml": notes,
    "contracts/tags.yaml": tags,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) await project.write(path, text);
  return project;
}

function cacheFile(name: string): string {
  return `node_modules/.cache/proviso/${name}-proviso.yaml.v8`;
}

function projectAt(root: string): TestProject {
  const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  return {
    root,
    read,
    write,
    proviso: (argv, folder = ".", script) =>
      runIn(join(root, folder), argv, script === undefined ? {} : { script }),
    watch: (argv) => watchIn(root, argv),
    remove: (path) => rm(join(root, path), { recursive: true }),
    edit: async (path, change) => {
      const text = await read(path);
      const changed = change(text);
      if (changed === text) throw new Error(`the edit of ${path} changed nothing`);
      await write(path, changed);
    },
    cache: cacheFile,
    editCache: async <Content extends object>(name: string, change: (content: Content) => Content) => {
      const file = join(root, cacheFile(name));
      await writeFile(file, pack(change(unpack(await readFile(file)) as Content)));
    },
    snapshot: async (folder = ".") => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => !path.includes("/node_modules/.cache/"));
      const state = paths.map(async (path) => [
        path.slice(root.length + 1),
        `${(await stat(path)).mtimeMs} ${await readFile(path, "utf8")}`,
      ]);
      return Object.fromEntries((await Promise.all(state)).toSorted());
    },
  };
}

export interface Watching {
  /** The output from now on, up to the end of a round. */
  round(): Promise<string>;
  /** The first round whose output contains this. A file may be read while it is half written, in a round before. */
  until(text: string): Promise<string>;
  /** As Ctrl-C does it. */
  stop(): Promise<RunResult>;
}

const endOfRound = "watching for changes; stop with Ctrl-C";

function watchIn(cwd: string, argv: string): Watching {
  const printed = new EventEmitter();
  const lines: string[] = [];
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  const print = (text: string): void => {
    lines.push(text);
    printed.emit("line");
  };
  const ended = run(argv.split(" "), hostOf(cwd, { out: print, err: print, interrupted }));
  const stop = async (): Promise<RunResult> => {
    interrupt();
    return { code: await ended, out: lines.join("\n"), err: "" };
  };
  onTestFinished(async () => void (await stop()));
  const round = async (): Promise<string> => {
    while (!lines.includes(endOfRound)) await once(printed, "line");
    return lines.splice(0, lines.indexOf(endOfRound) + 1).join("\n");
  };
  return {
    round,
    async until(text) {
      for (;;) {
        const said = await round();
        if (said.includes(text)) return said;
      }
    },
    stop,
  };
}

async function runIn(
  cwd: string,
  argv: string | readonly string[],
  more: Partial<CliHost> = {},
): Promise<RunResult> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = hostOf(cwd, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    interrupted: new Promise(() => undefined),
  });
  const host = { ...terminal, ...more };
  const words = typeof argv === "string" ? argv.split(" ").filter((word) => word !== "") : argv;
  const code = await run(words, host);
  return { code, out: out.join("\n"), err: err.join("\n") };
}

interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly interrupted: Promise<void>;
}

function hostOf(cwd: string, { out, err, interrupted }: Terminal): CliHost {
  return {
    cwd,
    out,
    err,
    progress: () => undefined,
    runNode: async (program, words) => {
      const child = spawn(process.execPath, [program, ...words], { cwd });
      child.stdout.setEncoding("utf8").on("data", (text: string) => out(text.trimEnd()));
      child.stderr.setEncoding("utf8").on("data", (text: string) => err(text.trimEnd()));
      const [code] = (await once(child, "close")) as [number | null];
      return code ?? undefined;
    },
    interrupted: () => interrupted,
    color: false,
    nodeVersion: process.versions.node,
    elapsedMs: () => 1200,
  };
}
