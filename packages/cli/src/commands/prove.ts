import { findProject } from "../disk/find-project.ts";
import { exitCodes, type ExitCode, UsageError, flag, takes } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import { printInstead } from "./print-instead.ts";
import { proofFormats } from "../prove/formats.ts";
import { type Command, type Options, configOption } from "./command.ts";

const [text] = proofFormats;

export const prove: Command = {
  name: "prove",
  summary:
    "Prove the sentences of guarantees.yaml for every call that the contracts allow, or print a call that breaks one.",
  args: {
    format: {
      type: "enum",
      options: proofFormats.map(({ name }) => name),
      default: text.name,
      description: `How to print verdicts: ${proofFormats.map(({ name, summary }) => `${name} (${summary})`).join(", ")}.`,
    },
    against: takes(
      "what",
      "Also prove today's sentences over earlier contracts, and say which verdicts changed: a folder, a git revision, a published package, lock.",
    ),
    grant: takes(
      "permissions, tools or roles",
      "Prove no guarantees, but list what a caller gains by these permissions, those that these tools need, or those of these roles in proviso.yaml, separated by commas: calls, chains, the shortest path to harm.",
    ),
    with: takes(
      "permissions or roles",
      "With --grant: the permissions that the caller has already; by default none.",
    ),
    json: flag("The same as `--format json`."),
    config: configOption,
  },
  run,
};

async function run(options: Options, host: CliHost): Promise<ExitCode> {
  if (options.grant !== undefined) return runWhatIf(options.grant, options, host);
  if (options.with !== undefined) throw new UsageError("`--with` goes with `--grant`");
  const name = options.json ? "json" : options.format;
  const printer = proofFormats.find((each) => each.name === name) ?? text;
  const place = await findProject(host.cwd, options.config);
  const { proveProject } = await import("../prove/prove-project.ts");
  const { proved, ...findings } = await proveProject(place, {
    against: options.against,
    cwd: host.cwd,
  });
  const next = printer === text ? ({ root: place.root, command: "explain" } as const) : undefined;
  if (!proved) return printInstead(findings, host, printer.name === "json", next);
  const { folderInRepository } = await import("../project/folder-in-repository.ts");
  const written = printer.print(proved, folderInRepository(place.root));
  if (written !== "") host.out(written, printer.name === "github" ? "commands" : undefined);
  const isBroken = proved.some(({ verdict }) => verdict === "counterexample");
  return isBroken ? exitCodes.findings : exitCodes.clean;
}

async function runWhatIf(grant: string, options: Options, host: CliHost): Promise<ExitCode> {
  const isJson = options.json === true || options.format === "json";
  if (!isJson && options.format !== text.name)
    throw new UsageError("`--grant` prints text, or with `--json` one object");
  if (options.against !== undefined) throw new UsageError("`--against` compares guarantees, not `--grant`");
  const place = await findProject(host.cwd, options.config);
  const { printGain } = await import("../prove/gain.ts");
  const { printed, ...findings } = await printGain(place, { grant, held: options.with, isJson });
  if (printed === undefined) return printInstead(findings, host, isJson);
  host.out(printed);
  return exitCodes.clean;
}
