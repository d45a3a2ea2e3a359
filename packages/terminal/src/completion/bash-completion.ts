import { choicesOf, firstWords, optionsIn, type CompletedCommand } from "./completed-command.ts";

/** Words of our own commands, without space, quote or dollar sign; else bash offers files. */
export function bashCompletion(program: string, commands: readonly CompletedCommand[]): string {
  return [
    `# Completion of ${program} for bash.`,
    `_${program}() {`,
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"`,
    "  # bash separates `--format=json` into three words.",
    `  if [[ $current == "=" ]]; then current=""; elif [[ $previous == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi`,
    '  local words="" options=""',
    "  if ((COMP_CWORD == 1)); then",
    `    words="${[...commands.map(({ name }) => name), "--help", "--version"].join(" ")}"`,
    "  else",
    `    case "\${COMP_WORDS[1]}" in`,
    ...commands.flatMap((command) => commandCase(command).map((line) => `      ${line}`)),
    "    esac",
    `    if [[ $current == -* ]]; then words="$options --help"; fi`,
    "  fi",
    `  COMPREPLY=($(compgen -W "$words" -- "$current"))`,
    "}",
    `complete -o default -F _${program} ${program}`,
  ].join("\n");
}

function commandCase(command: CompletedCommand): readonly string[] {
  const options = optionsIn(command);
  const withValue = options.filter(([, { type }]) => type !== "boolean");
  const values = withValue.map(
    ([name, argument]) => `--${name}) words="${choicesOf(argument).join(" ")}" options="" ;;`,
  );
  return [
    `${command.name})`,
    `  options="${options.map(([name]) => `--${name}`).join(" ")}"`,
    `  if ((COMP_CWORD == 2)); then words="${firstWords(command).join(" ")}"; fi`,
    ...(values.length > 0 ? ['  case "$previous" in', ...values.map((line) => `    ${line}`), "  esac"] : []),
    "  ;;",
  ];
}
