import { compileContracts, diagnosticCodes } from "@proviso/compiler";
import { expect, test } from "vitest";
import { configPages } from "../src/config/pages.ts";
import { configErrors } from "../src/config/problems.ts";
import { applyWaivers, waiverPages, waiverErrors } from "@proviso/changes";
import {
  exceptionErrors,
  exceptionFindings,
  exceptionPages,
  exceptionsIn,
} from "../src/project/exceptions.ts";
import { idempotencyErrors } from "../src/project/problems.ts";
import { lockPages, lockErrors, readLock } from "@proviso/changes/lock";
import { exampleManifest, guaranteeErrors, guaranteePages, readGuarantees } from "@proviso/prove";
import { readConfig } from "../src/config/read-config.ts";
import { createProject } from "./project.ts";

const pages = Object.entries(configPages);

/** The codes that `check` reports in a project with this configuration. */
async function check(configuration: string | undefined): Promise<string[]> {
  const files = { "templates/tol.hbs": "", "shared/notes.yaml/of-a-folder": "" };
  const project = await createProject({ "proviso.yaml": configuration ?? "", ...files });
  const { out } = await project.proviso("check --format json");
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}

test("every code of the configuration has a page", () => {
  expect(pages.map(([code]) => `config/${code}`)).toEqual(configErrors.codes);
});

test.each(pages)(
  "the example of config/%s is reported under this code, and its remedy is not",
  async (code, page) => {
    expect(new Set(await check(page.wrong[0]?.text))).toEqual(new Set([`config/${code}`]));
    expect(await check(page.right[0]?.text)).toEqual([]);
  },
);

test.each(Object.entries(lockPages))(
  "the example of lock/%s is reported under this code, and its remedy is not",
  (code, page) => {
    const codesIn = (files: typeof page.wrong): unknown =>
      files.flatMap((file) => readLock(file).diagnostics.map((each) => each.code));
    expect(codesIn(page.wrong)).toEqual([`lock/${code}`]);
    expect(codesIn(page.right)).toEqual([]);
  },
);

test.each(Object.entries(waiverPages))(
  "the example of waiver/%s is reported under this code, and its remedy is not",
  (code, page) => {
    const codesIn = (files: typeof page.wrong): unknown =>
      files.flatMap((file) => {
        const { config, diagnostics } = readConfig(file);
        const found = applyWaivers([], config?.waivers ?? [], "2026-06-30").diagnostics;
        return [...diagnostics, ...found].map((each) => each.code);
      });
    expect(codesIn(page.wrong)).toEqual([`waiver/${code}`]);
    expect(codesIn(page.right)).toEqual([]);
  },
);

test.each(Object.entries(exceptionPages))(
  "the example of exception/%s is reported under this code, and its remedy is not",
  (code, page) => {
    const codesIn = (files: typeof page.wrong): readonly string[] => {
      const facts = compileContracts(files, {}).contracts.flatMap((each) => each.facts ?? []);
      return exceptionFindings(exceptionsIn(facts), "2026-06-30").map((each) => each.code);
    };
    expect(codesIn(page.wrong)).toEqual([`exception/${code}`]);
    expect(codesIn(page.right)).not.toContain(`exception/${code}`);
  },
);

test.each(Object.entries(guaranteePages))(
  "the example of guarantee/%s is reported under this code, and its remedy is not",
  (code, page) => {
    const codesIn = (files: typeof page.wrong): unknown =>
      files.flatMap((file) => readGuarantees(file, exampleManifest()).diagnostics.map((each) => each.code));
    expect(codesIn(page.wrong)).toEqual([`guarantee/${code}`]);
    expect(codesIn(page.right)).toEqual([]);
  },
);

test("explain lists all codes, and has a page for each", async () => {
  const project = await createProject();
  const { code, out } = await project.proviso("explain");
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    ...configErrors.codes,
    ...idempotencyErrors.codes,
    ...exceptionErrors.codes,
    ...waiverErrors.codes,
    ...lockErrors.codes,
    ...guaranteeErrors.codes,
    ...diagnosticCodes,
  ]);
  for (const each of out.split("\n")) {
    const page = await project.proviso(`explain ${each}`);
    expect({ each, code: page.code, start: page.out.split("\n")[0] }).toEqual({
      each,
      code: 0,
      start: `# ${each}`,
    });
    expect(page.out).toContain("## How to fix it");
    expect(page.out).toContain("```diff");
  }
});

test("explain needs no project", async () => {
  const project = await createProject();
  await project.remove("proviso.yaml");
  const { code, out } = await project.proviso("explain config/missing-key");
  expect(code).toBe(0);
  expect(out).toContain("+product: acme");
  expect(out).toContain("error[config/missing-key]: `product` is missing");
});

test("explain knows what a mistyped code was meant to be", async () => {
  const project = await createProject();
  expect((await project.proviso("explain risk/medum")).err).toContain(
    "did you mean `risk/medium-with-external-effect` or `risk/medium-with-lasting-effect`?",
  );
  expect((await project.proviso("explain lint/misisng-owner")).err).toContain(
    "did you mean `lint/missing-owner`?",
  );
});

test("check points to the first error, not to advice before it", async () => {
  const project = await createProject();
  await project.edit("contracts/notes.yaml", (text) =>
    text
      .replace("    owner: writing\n", "    riskReason: So.\n")
      .replace("riskLevel: low", "riskLevel: lowest"),
  );
  expect((await project.proviso("check")).err).toContain(
    "next: `proviso explain decode/unknown-value` explains",
  );
});

test("explain shows the finding about a changed key as a warning", async () => {
  const project = await createProject();
  const { out } = await project.proviso("explain idempotency/key-changed");
  expect(out).toContain("This is a warning. It cannot be turned off.");
  expect(out).toContain("warning[idempotency/key-changed]: repeated calls of `notes.pay` were known by");
});
