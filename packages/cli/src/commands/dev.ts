import { takes } from "@proviso/terminal";
import { type Command, configOption } from "./command.ts";

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
  async run(options, host) {
    const { runDev } = await import("./run-dev.ts");
    return runDev(options, host);
  },
};
