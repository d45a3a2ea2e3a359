import type { RunStore } from "../incremental/store.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { exitCodes, type ExitCode } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import type { DevProgram } from "./dev-program.ts";
import { devServer, type DevServer } from "./dev-server.ts";
import type { InspectorFeed } from "./inspector-feed.ts";
import type { DevStatus, ServerMessage, OpenedTool } from "./messages.ts";
import { runBuild } from "./run-build.ts";

export type Generate = (place: ProjectPlace, store: RunStore, host: CliHost) => Promise<ExitCode>;

export interface DevRounds {
  readonly server: DevServer;
  /** Generates, builds and restarts. If one of them fails, the server that runs goes on. */
  round(place: ProjectPlace, store: RunStore, host: CliHost): Promise<void>;
}

export function devRounds(
  program: DevProgram,
  {
    feed,
    host,
    generate,
  }: { readonly feed: InspectorFeed; readonly host: CliHost; readonly generate: Generate },
): DevRounds {
  let tools: readonly OpenedTool[] | undefined;
  let isUp = false;
  const tell = (state: DevStatus["state"], text: string, output?: string): void =>
    feed.tell({ kind: "status", state, text, ...(output ? { output } : {}) } as DevStatus);

  function opened(next: readonly OpenedTool[]): void {
    const changed = tools && changedContracts(tools, next);
    const what = changed === undefined ? "started" : `restarted, ${changed || "contracts unchanged"}`;
    tools = next;
    isUp = true;
    host.out(what);
    tell("running", what);
  }

  const server = devServer(program, {
    told(message: ServerMessage) {
      feed.tell(message);
      if (message.kind === "opened") opened(message.tools);
    },
    printed: (text, isError) => (isError ? host.err(text.trimEnd()) : host.out(text.trimEnd())),
    ended(by, output) {
      isUp = false;
      host.err(`the server ended with ${by}; the next change starts it again`);
      tell("ended", `The server ended with ${by}. The next change starts it again.`, output);
    },
  });

  function failed(what: string, output: string): void {
    const text = isUp ? `${what}; the old server still runs` : what;
    host.err(text);
    tell("failed", text, output);
  }

  return {
    server,
    async round(place, store, inRound) {
      tell("building", "generating and building");
      const problem = await buildProject(program, inRound, (each) => generate(place, store, each));
      if (problem) return failed(problem.what, problem.output);
      tell("building", "restarting");
      return server.restart();
    },
  };
}

interface BuildProblem {
  readonly what: string;
  /** What the step printed. */
  readonly output: string;
}

/** Generates and builds. Undefined if all went well. */
async function buildProject(
  { build, owner }: DevProgram,
  host: CliHost,
  generate: (host: CliHost) => Promise<ExitCode>,
): Promise<BuildProblem | undefined> {
  const printed: string[] = [];
  const keep = (print: (text: string) => void) => (text: string) => {
    printed.push(text);
    print(text);
  };
  const code = await generate({ ...host, out: keep(host.out), err: keep(host.err) });
  if (code !== exitCodes.clean) return { what: "the contracts have errors", output: printed.join("\n") };
  if (build === undefined) return undefined;
  host.out(`building: ${build}`);
  const { ok, text } = await runBuild(build, owner);
  if (ok) return undefined;
  host.err(text);
  return { what: "the build failed", output: text };
}

/** What a restart changed, such as "contract of notes_create changed". Empty if nothing did. */
function changedContracts(before: readonly OpenedTool[], after: readonly OpenedTool[]): string {
  const old = new Map(before.map(({ name, hash }) => [name, hash]));
  const now = new Set(after.map(({ name }) => name));
  const changed = after.filter(({ name, hash }) => old.has(name) && old.get(name) !== hash);
  const parts = {
    "contract changed": changed,
    new: after.filter(({ name }) => !old.has(name)),
    gone: before.filter(({ name }) => !now.has(name)),
  };
  return Object.entries(parts)
    .filter(([, tools]) => tools.length > 0)
    .map(([what, tools]) => `${what}: ${tools.map(({ name }) => name).join(", ")}`)
    .join("; ");
}
