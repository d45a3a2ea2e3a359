import { bashCompletion } from "./bash-completion.ts";
import type { CompletedCommand } from "./completed-command.ts";
import { fishCompletion } from "./fish-completion.ts";
import { zshCompletion } from "./zsh-completion.ts";

export type Shell = "bash" | "zsh" | "fish";

const scripts = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
} as const satisfies Record<Shell, typeof bashCompletion>;

export const shells: readonly Shell[] = ["bash", "zsh", "fish"];

/** A script that completes a program's commands, options and values, and starts nothing. */
export function completionScript(
  shell: Shell,
  program: string,
  commands: readonly CompletedCommand[],
): string {
  return scripts[shell](program, commands);
}
