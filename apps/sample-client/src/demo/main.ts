import { parseArgs } from "node:util";
import { playDemo } from "./play.ts";
import { extendedSteps, shortSteps, steps } from "./steps.ts";
import { printed } from "@proviso/terminal";

const usage = `npm run demo -- [--short | --extended]

--short     ${shortSteps.length} of the ${steps.length} steps
--extended  one more: a process is killed, and another one finishes its call`;

/** Returns the exit code. */
async function runDemo(args: readonly string[]): Promise<number> {
  const { stdout, stderr } = process;
  let options;
  try {
    const flags = {
      short: { type: "boolean" },
      extended: { type: "boolean" },
      help: { type: "boolean" },
    } as const;
    options = parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    stderr.write(printed(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`));
    return 2;
  }
  if (options.help) {
    stdout.write(`${usage}\n`);
    return 0;
  }
  const played = options.short ? shortSteps : options.extended ? extendedSteps : steps;
  return playDemo((line) => void stdout.write(`${printed(line)}\n`), played);
}

process.exitCode = await runDemo(process.argv.slice(2));
