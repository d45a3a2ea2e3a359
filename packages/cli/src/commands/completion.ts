import { completionScript, shells, exitCodes, UsageError } from "@proviso/terminal";
import type { Command } from "./command.ts";

/** Takes the other commands as a function, because their list has this one. */
export function completion(loadCommands: () => Promise<readonly Command[]>): Command {
  return {
    name: "completion",
    summary: "Print a script that completes commands, options and their values in a shell.",
    args: {
      shell: { type: "positional", options: shells, description: `${shells.join(", ")}.` },
    },
    examples: [
      'eval "$(proviso completion bash)"  # in ~/.bashrc',
      'eval "$(proviso completion zsh)"   # in ~/.zshrc, after compinit',
      "proviso completion fish > ~/.config/fish/completions/proviso.fish",
    ],
    async run({ shell: given }, host) {
      const shell = shells.find((name) => name === given);
      if (shell === undefined) throw new UsageError(`say for which shell: ${shells.join(", ")}`);
      host.out(completionScript(shell, "proviso", await loadCommands()));
      return exitCodes.clean;
    },
  };
}
