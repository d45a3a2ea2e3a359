import { type HelpPage, printed, printHelp, UsageError } from "@proviso/terminal";
import { type ArgsDef, type CommandDef, runCommand } from "citty";

/**
 * Runs a program whose command takes the arguments of its help, and returns its exit code. Unknown options are refused, because citty ignores them: with a misspelt
 * `--data` the program would open the wrong folder.
 */
export async function runProgram<Args extends ArgsDef>(
  page: HelpPage,
  command: CommandDef<Args>,
  argv: readonly string[],
): Promise<void> {
  if (argv.includes("--help") || argv.includes("-h")) {
    const { stdout } = process;
    console.log(
      printed(printHelp(page, { width: stdout.columns, color: stdout.isTTY && stdout.hasColors() })),
    );
    return;
  }
  const { name, args = {} } = page;
  try {
    refuseUnknownOptions(argv, Object.keys(args));
    const { result } = await runCommand(command, { rawArgs: [...argv] });
    process.exitCode = typeof result === "number" ? result : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    // Without the stack: the reason is outside the program, such as a data folder that cannot be read.
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    if (isUsage) console.error(`${name} --help lists the options`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

function refuseUnknownOptions(argv: readonly string[], known: readonly string[]): void {
  for (const word of argv) {
    const option = /^--?([^=]*)/.exec(word)?.[1];
    if (option !== undefined && !known.includes(option))
      throw new UsageError(`there is no option \`${word}\``);
  }
}

export function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UsageError(`\`${text}\` is no port; write a number from 0 to 65535`);
}
