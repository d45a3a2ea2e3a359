import { portOf, type ExitCode } from "@proviso/terminal";
import type { Options } from "./command.ts";
import { generateOnce } from "./generate.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { findProject, type ProjectPlace } from "../disk/find-project.ts";
import { openStore } from "../incremental/store.ts";
import type { CliHost } from "../terminal/host.ts";
import { todoSession } from "../todo/todo-session.ts";
import { watchProject } from "../watch/watch-project.ts";
import { devProgram, sourceFolders } from "../dev/dev-program.ts";
import { devRounds } from "../dev/dev-rounds.ts";
import { inspectorFeed } from "../dev/inspector-feed.ts";
import { serveInspector } from "../dev/inspector-server.ts";
import { inspectorTodo } from "../dev/inspector-todo.ts";

/** Builds and runs the program of a project, and again with every change, until the host is interrupted. */
export async function runDev(options: Options, host: CliHost): Promise<ExitCode> {
  const place = await findProject(host.cwd, options.config);
  const named = options.rest ? undefined : configOf(place)?.dev?.package.value;
  const program = devProgram({ root: place.root, named }, options.rest, host.userAgent);
  const feed = inspectorFeed();
  const said = new Set<string>();
  const { server, round } = devRounds(program, {
    feed,
    host,
    generate: (where, store, inRound) => generateOnce(where, store, {}, inRound, said),
  });
  const inspector = await serveInspector(portOf("port", options.port) ?? 0, {
    feed,
    call: (asked) => server.call(asked),
    todo: inspectorTodo(todoSession(() => findProject(host.cwd, options.config))),
  });
  host.out(`inspector: ${inspector.url}\n(the address works once, in the browser that opens it first)`);
  try {
    // Folders that the first round would make are there when watching begins, and count as no change.
    await generateOnce(place, openStore(place), {}, { ...host, out: () => {}, err: () => {} });
    return await watchProject(host, options.config, round, (found) => {
      const config = configOf(found);
      return config ? sourceFolders(found.root, program, config) : [];
    });
  } finally {
    await server.stop();
    await inspector.close();
  }
}

function configOf({ configFile, configText }: ProjectPlace): Config | undefined {
  return readConfig({ path: configFile, text: configText }).config;
}
