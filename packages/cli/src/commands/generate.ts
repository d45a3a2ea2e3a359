import type { Diagnostic } from "@proviso/compiler";
import { emitters } from "@proviso/emitters";
import { exitCodes } from "../exit-codes.ts";
import { planProject } from "../output/plan-project.ts";
import type { OutputPlan } from "../output/plan-project.ts";
import { applyChanges, removeFiles } from "../output/transaction.ts";
import { compileProject } from "../project/compile-project.ts";
import { readProject } from "../project/read-project.ts";
import { hasErrors, printFindings, toJsonFinding } from "../terminal/findings.ts";
import type { Host } from "../terminal/host.ts";
import { printDrift, printWritten } from "../terminal/generate-report.ts";
import { configOption, jsonOption } from "./command.ts";
import type { Command, Options } from "./command.ts";

export const generate: Command = {
  name: "generate",
  summary: `Write the ${emitters.map(({ name }) => name).join(", ")} packages that the contracts describe.`,
  args: {
    check: {
      type: "boolean",
      description: "Write nothing; fail if a file is stale, missing, extra or hand-edited.",
    },
    config: configOption,
    json: jsonOption,
  },
  async run(options, host) {
    host.progress("reading contracts");
    const project = await readProject(host.cwd, options.config);
    host.progress("compiling");
    const { model, diagnostics } = compileProject(project);
    if (!options.json) printFindings(withoutNotes(diagnostics), project.texts, host);
    const findings = diagnostics.map(toJsonFinding);
    if (!model || !project.config || hasErrors(diagnostics)) {
      if (options.json) host.out(JSON.stringify({ ok: false, diagnostics: findings }));
      else host.err("nothing was written");
      return exitCodes.findings;
    }
    const plan = await planProject(model, project, project.config, (text) => host.progress(text));
    const isRefused = plan.problems.length > 0;
    if (!options.check && !isRefused) {
      host.progress("writing");
      await applyChanges(project.root, plan.changes);
      await removeFiles(project.root, plan.leftovers);
    }
    const ok = !isRefused && !(options.check && plan.drift.length > 0);
    if (options.json)
      host.out(JSON.stringify({ ok, diagnostics: findings, ...jsonReport(plan, options, host) }));
    else report(plan, options, host);
    return ok ? exitCodes.clean : exitCodes.findings;
  },
};

/** `check` shows them; whoever generates wants to know what may go wrong. */
function withoutNotes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity !== "info");
}

function report(plan: OutputPlan, options: Options, host: Host): void {
  for (const problem of plan.problems) host.err(`error: ${problem}`);
  if (options.check) printDrift(plan, host);
  else if (plan.problems.length > 0) host.err("nothing was written");
  else printWritten(plan, host);
}

function jsonReport(plan: OutputPlan, { check }: Options, host: Host): Readonly<Record<string, unknown>> {
  const isWritten = !check && plan.problems.length === 0;
  const paths = (isRemoved: boolean): string[] =>
    plan.changes.filter(({ text }) => (text === undefined) === isRemoved).map(({ path }) => path);
  return {
    problems: plan.problems,
    drift: plan.drift,
    written: isWritten ? paths(false) : [],
    removed: isWritten ? paths(true) : [],
    unchanged: plan.unchanged,
    durationMs: Math.round(host.elapsedMs()),
  };
}
