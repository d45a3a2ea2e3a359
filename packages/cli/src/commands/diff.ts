import type { DiffReport } from "../diff/diff-report.ts";
import { sayNext } from "../install/say-next.ts";
import { findProject } from "../disk/find-project.ts";
import { exitCodes, UsageError, takes } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import { type Command, type Options, configOption } from "./command.ts";
import { changeKinds, failConditions } from "@proviso/changes";
import { diffFormats } from "../diff/formats.ts";
import { jsonFormat } from "../diff/json.ts";
import { printFindings } from "../terminal/findings.ts";
import { printInstead } from "./print-instead.ts";

const [text] = diffFormats;

export const diff: Command = {
  name: "diff",
  summary: "Say what changed in the contracts since another state of them, and how serious it is.",
  args: {
    against: takes(
      "what",
      "The earlier state: a folder (./old), a git revision (main), a published package (@acme/schemas@1.4.0), a server (stdio:COMMAND, a URL), or lock (the default).",
    ),
    tool: takes(
      "name",
      "Only the changes of this tool, by its name here or, if it was removed, its earlier one.",
    ),
    "fail-on": takes(
      "verdicts or ids",
      `Exit with 1 if a change has one of these verdicts, separated by commas: ${failConditions.join(", ")}; or one of these ids, such as tool-added; never (the default) fails on none.`,
    ),
    format: {
      type: "enum",
      options: diffFormats.map(({ name }) => name),
      default: text.name,
      description: `How to print changes: ${diffFormats.map(({ name, summary }) => `${name} (${summary})`).join(", ")}.`,
    },
    header: takes("'Name: value'", "Send this header to the server at a URL; may be given several times."),
    config: configOption,
  },
  run,
};

async function run(options: Options, host: CliHost) {
  const { against = "lock", headers = [], format, tool } = options;
  const failOn = readFailOn(options["fail-on"]);
  const place = await findProject(host.cwd, options.config);
  host.progress(`reading ${against}`);
  const { diffProject } = await import("../diff/diff-project.ts");
  const today = new Date().toISOString().slice(0, 10);
  const { report, notes, ...findings } = await diffProject(place, {
    against,
    ...(tool !== undefined && { tool }),
    failOn,
    headers,
    cwd: host.cwd,
    today,
  });
  for (const note of notes) host.err(note);
  const printer = diffFormats.find(({ name }) => name === format) ?? text;
  const next = printer === text ? ({ root: place.root, command: "check" } as const) : undefined;
  if (!report) return printInstead(findings, host, printer === jsonFormat, next);
  const { diagnostics, texts } = findings;
  if (!printer.hasDiagnostics) printFindings(diagnostics, texts, host);
  const written = printer.print(report);
  if (written !== "") host.out(written, printer.name === "github" ? "commands" : undefined);
  if (printer === text) sayNext(host, place.root, nextStep(report));
  const isClean = diagnostics.length === 0 && !report.changes.some(({ fails }) => fails);
  return isClean ? exitCodes.clean : exitCodes.findings;
}

function nextStep({ changes, diagnostics: [finding] }: DiffReport): string {
  if (finding) return `\`proviso explain ${finding.code}\``;
  const isLooser = changes.some(({ safety, waived }) => safety === "loosened" && !waived);
  if (isLooser) return 'undo what became looser, or accept it: `proviso lock --accept "reason"`';
  return changes.length > 0 ? "`proviso lock`" : "`proviso generate`";
}

function readFailOn(given: string | undefined): readonly string[] {
  const words = (given ?? "never").split(",").map((word) => word.trim());
  if (words.length === 1 && words[0] === "never") return [];
  const ids = changeKinds.map(({ id }) => id);
  const unknown = words.find((word) => ![...failConditions, ...ids].includes(word));
  if (unknown === undefined) return words;
  const list = failConditions.map((condition) => `\`${condition}\``).join(", ");
  throw new UsageError(
    `\`--fail-on\` takes ${list}, ids of changes such as \`tool-added\`, or \`never\` alone, and not \`${unknown}\``,
  );
}
