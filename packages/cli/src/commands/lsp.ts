import { exitCodeOf, UsageError, flag } from "@proviso/terminal";
import { findProgram } from "../project/find-program.ts";
import type { Command } from "./command.ts";

/** Starts the program of `@proviso/language-server`, which only those install who want it. */
export const lsp: Command = {
  name: "lsp",
  summary: "Start the language server for editors, over standard input and output.",
  args: {
    stdio: flag("Accepted because many editors pass it; there is no other transport."),
  },
  async run(_options, host) {
    const program = await findProgram("language-server", host.cwd);
    if (program === undefined) {
      throw new UsageError(
        "@proviso/language-server is not installed here: run `npm install --save-dev @proviso/language-server`",
      );
    }
    return exitCodeOf(await host.runNode(program, ["--stdio"]));
  },
};
