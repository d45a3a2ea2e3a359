import { portOf, takes, type ExitCode } from "@proviso/terminal";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { findProject, type ProjectPlace } from "../disk/find-project.ts";
import type { CliHost } from "../terminal/host.ts";
import { openStore } from "../incremental/store.ts";
import { type Command, type Options, configOption } from "./command.ts";

/** The package script that serves is the default, so that a project of `proviso init` needs no option. */
export const dev: Command = {
  name: "dev",
  summary: "Rebuild and restart the server with every change; inspect calls in the browser.",
  args: {
    port: takes("number", "Port of the inspector on 127.0.0.1; by default a free one."),
    config: configOption,
    run: takes(
      "words",
      "The program that serves, with all words after it; by default that of the `start` script of the package, or of the one that `dev` in proviso.yaml names.",
    ),
  },
  takesRest: "run",
  run: runDev,
};

async function runDev(options: Options, host: CliHost): Promise<ExitCode> {
  const [
    { devProgram, sourceFolders },
    { devRounds },
    { inspectorFeed },
    { serveInspector },
    { inspectorTodo },
    { todoSession },
    { watchProject },
    { generateOnce },
  ] = await Promise.all([
    import("../dev/dev-program.ts"),
    import("../dev/dev-rounds.ts"),
    import("../dev/inspector-feed.ts"),
    import("../dev/inspector-server.ts"),
    import("../dev/inspector-todo.ts"),
    import("../todo/todo-session.ts"),
    import("../watch/watch-project.ts"),
    import("./generate.ts"),
  ]);
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
