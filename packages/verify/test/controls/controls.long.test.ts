import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test, type TestContext } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import type { VerifyReport } from "../../src/model.ts";
import { clauses } from "../../src/clauses/clauses.ts";
import { run } from "../../src/program/run.ts";
import { controls, type Control } from "./controls.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const advice = "needs Python 3: install python3, for example with `apt-get install python3`";
const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const ajv = new Ajv2020();
addFormats.default(ajv);
const isReport = ajv.compile(JSON.parse(readFileSync(fileOf("../../report.schema.json"), "utf8")));

/** Runs `proviso verify` on a control, within the default budget of calls. How long they take depends on what else runs. */
async function verified({ server, contract, options = [] }: Control, how: string | undefined) {
  const program = server.endsWith(".py") ? ["python3", "-B"] : [process.execPath];
  const words = [...options, ...(contract === undefined ? [] : ["--contracts", fileOf(contract)])];
  const command = [...program, fileOf(server), ...(how === undefined ? [] : [how])];
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await run([...words, "--time", "3600", "--disposable", "--format", "json", "--", ...command], {
    cwd: process.cwd(),
    color: false,
    out: (text) => printed.push(text),
    err: (text) => errors.push(text),
    progress: () => {},
    onInterrupt: () => () => {},
  });
  if (printed.length === 0) throw new Error(errors.join("\n"));
  const report = JSON.parse(printed.join("\n")) as VerifyReport;
  expect([isReport(report), isReport.errors]).toEqual([true, null]);
  return { code, report, refuted: report.results.filter(({ verdict }) => verdict.kind === "refuted") };
}

function needPython({ server }: Control, { skip }: Pick<TestContext, "skip">): void {
  if (hasPython || !server.endsWith(".py")) return;
  if (process.env["CI"]) throw new Error(advice);
  skip(advice);
}

const nameOf = ({ clause, how }: Control): string => (how === undefined ? clause : `${clause} (${how})`);

test("each clause has a control", () => {
  const broken = new Set(controls.map(({ clause }) => clause));
  expect(clauses.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
  expect(new Set(controls.filter(({ server }) => server.endsWith(".py"))).size).toBeGreaterThanOrEqual(5);
});

test.concurrent.for(pieceOf(controls, 13).map((control) => [nameOf(control), control] as const))(
  "the server that breaks %s is refuted, with a trace",
  async ([, control], context) => {
    needPython(control, context);
    const { code, report, refuted } = await verified(control, control.how);
    expect(report.ended).toBe("complete");
    expect(refuted.map(({ clause }) => clause)).toContain(control.clause);
    for (const { verdict } of refuted)
      if (verdict.kind === "refuted") expect(verdict.trace.steps.length).toBeGreaterThan(0);
    expect(code).toBe(1);
  },
);

/** Each server once: some know several ways to break their word. */
const honest = [...new Map(controls.map((control) => [control.server, control])).values()];

test.concurrent.for(pieceOf(honest, 6).map((control) => [control.server, control] as const))(
  "%s that keeps its word is not accused, and its clause survives",
  async ([, control], context) => {
    needPython(control, context);
    const { code, report, refuted } = await verified(control, "honest");
    expect(refuted).toEqual([]);
    const own = report.results.filter(({ clause }) => clause === control.clause);
    expect(own.map(({ verdict }) => verdict.kind)).toEqual(own.map(() => "survived"));
    expect(own.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  },
);
