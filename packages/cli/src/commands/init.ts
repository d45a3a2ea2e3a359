import { relative } from "node:path";
import { examples } from "../init/examples.ts";
import type { InitPlan } from "../init/init-project.ts";
import { packageManagerOf } from "../install/package-manager.ts";
import { exitCodes, UsageError, flag, takes } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import { type Command, type Options, jsonOption } from "./command.ts";

export const init: Command = {
  name: "init",
  summary: "Start a project: contracts, handlers, a server, a client and a test that run at once.",
  args: {
    folder: {
      type: "positional",
      required: false,
      description: "Where; by default the current folder, which may hold a project.",
    },
    product: takes(
      "name",
      "What the tools belong to, such as backoffice; by default the package's or the folder's name.",
    ),
    example: {
      type: "enum",
      options: examples,
      default: "minimal",
      description:
        "What the project begins with: three tools about notes; a shop whose refunds people approve in the inbox; or no tool yet.",
    },
    yes: flag("Ask nothing."),
    "dry-run": flag("Only list the files that would be written."),
    json: jsonOption,
  },
  async run(options, host) {
    const { carryOut, placeOfInit, planInit } = await import("../init/init-project.ts");
    const root = placeOfInit(host.cwd, options.folder);
    const product = await productOf(root, options, host);
    const example = examples.find((name) => name === options.example) ?? "minimal";
    const plan = planInit(root, { product, example }, packageManagerOf(root, host.userAgent));
    const isDryRun = options["dry-run"] === true;
    if (!isDryRun) await carryOut(plan);
    if (options.json) printJson(plan, { product, isDryRun }, host);
    else print(plan, isDryRun, host);
    return exitCodes.clean;
  },
};

async function productOf(root: string, { product, yes, json }: Options, host: CliHost): Promise<string> {
  const { productIn, productPattern } = await import("../init/init-project.ts");
  if (product !== undefined) {
    if (productPattern.test(product)) return product;
    throw new UsageError(`\`--product\` must be a word such as \`backoffice\`, not \`${product}\``);
  }
  const fallback = productIn(root);
  if (yes || json || !host.ask) return fallback;
  for (;;) {
    const answer = await host.ask(`What do the tools belong to? (${fallback}) `);
    if (answer === undefined) throw new UsageError("there was no answer, so nothing was written");
    if (answer === "") return fallback;
    if (productPattern.test(answer)) return answer;
    host.err("a word of lower-case letters, digits and `-`, such as `backoffice`");
  }
}

function print(
  { root, files, kept, add, notes, next, dev }: InitPlan,
  isDryRun: boolean,
  host: CliHost,
): void {
  for (const { path } of files) host.out(`${isDryRun ? "would write" : "wrote"}  ${path}`);
  for (const path of kept) host.out(`left alone  ${path}, which was there already`);
  if (add.length > 0) {
    host.out("\nTo add to package.json what these files need:\n");
    for (const command of add) host.out(`  ${command}`);
    host.out("");
  }
  for (const note of notes) host.out(note);
  const folder = relative(host.cwd, root);
  const steps = [...(folder === "" ? [] : [`cd ${folder}`]), ...next];
  host.err(`next: ${isDryRun ? "the same without `--dry-run`" : `\`${steps.join(" && ")}\``}`);
  if (!isDryRun)
    host.err(`then: \`${dev}\`, which restarts the server with every change and shows its calls`);
}

function printJson(
  { root, files, kept, add, notes, next, dev }: InitPlan,
  { product, isDryRun }: { readonly product: string; readonly isDryRun: boolean },
  host: CliHost,
): void {
  const paths = files.map(({ path }) => path);
  const written = isDryRun ? { wouldWrite: paths } : { written: paths };
  host.out(JSON.stringify({ root, product, ...written, leftAlone: kept, add, notes, next, dev }));
}
