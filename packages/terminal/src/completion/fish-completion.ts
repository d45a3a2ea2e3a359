import { choicesOf, firstWords, optionsIn, type CompletedCommand } from "./completed-command.ts";
import type { HelpArgument } from "../print/print-help.ts";

export function fishCompletion(program: string, commands: readonly CompletedCommand[]): string {
  return [
    `# Completion of ${program} for fish.`,
    ...commands.map(
      ({ name, summary }) =>
        `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap((command) => {
      const start = `complete -c ${program} -n '__fish_seen_subcommand_from ${command.name}'`;
      const words = firstWords(command);
      return [
        ...(words.length > 0 ? [`${start} -f -a ${quoted(words.join(" "))}`] : []),
        ...optionsIn(command).map((option) => `${start} ${optionWords(option)}`),
      ];
    }),
  ].join("\n");
}

function optionWords([name, argument]: readonly [string, HelpArgument]): string {
  const choices = choicesOf(argument);
  const value =
    choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : argument.type === "boolean" ? "" : " -r";
  return `-l ${name}${value} -d ${quoted(argument.description ?? "")}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
