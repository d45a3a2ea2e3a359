import { choicesOf, firstWords, optionsIn, type CompletedCommand } from "./completed-command.ts";
import type { HelpArgument } from "../print/print-help.ts";

/** Can be sourced, or saved as the file `_PROGRAM` in a folder of `fpath`. */
export function zshCompletion(program: string, commands: readonly CompletedCommand[]): string {
  return [
    `#compdef ${program}`,
    `_${program}() {`,
    "  if ((CURRENT == 2)); then",
    "    local -a commands",
    "    commands=(",
    ...commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`),
    "    )",
    "    _describe command commands",
    "    return",
    "  fi",
    "  shift words",
    "  ((CURRENT--))",
    '  case "$words[1]" in',
    ...commands.flatMap((command) => [
      `    ${command.name})`,
      `      _arguments ${[...optionsIn(command).map(optionSpec), placeSpec(command)].map(quoted).join(" ")}`,
      "      ;;",
    ]),
    "  esac",
    "}",
    `if [ "$funcstack[1]" = "_${program}" ]; then _${program} "$@"; else compdef _${program} ${program}; fi`,
  ].join("\n");
}

function optionSpec([name, argument]: readonly [string, HelpArgument]): string {
  const { type, description = "", valueHint = "value" } = argument;
  const choices = choicesOf(argument);
  const action = choices.length > 0 ? `(${choices.join(" ")})` : "_files";
  const value = type === "boolean" ? "" : `:${escaped(valueHint)}:${action}`;
  return `--${name}${type === "boolean" ? "" : "="}[${escaped(description)}]${value}`;
}

function placeSpec(command: CompletedCommand): string {
  const words = firstWords(command);
  return words.length > 0 ? `1:word:(${words.join(" ")})` : "*:file:_files";
}

/** For a part of a specification of `_arguments`. */
function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
