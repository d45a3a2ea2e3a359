import { hostRules, rules } from "@proviso/compiler";
import { describe, expect, test } from "vitest";
import { type BrokenContract, readCorpus } from "../../compiler/test/corpus.ts";
import { config, createProject } from "./project.ts";

/** A project that turns every note into a warning, because a note alone fails no run. */
const notes = rules.filter(({ severity }) => severity === "info").map(({ code }) => `${code}: warning`);
const strict = `${config.replace("contracts/*.yaml", "broken/*.yaml")}rules: { ${notes.join(", ")} }\n`;

/** Findings about a single mode of a host stay notes, which fail no run. */
const hostNotes = hostRules.filter(({ severity }) => severity === "info").map(({ code }) => code);
function isHostNote({ expected }: BrokenContract): boolean {
  return hostNotes.some((code) => expected.some((each) => each.includes(` ${code} `)));
}

/** Runs the command line over one broken contract, as its author would. */
async function check(broken: BrokenContract): Promise<void> {
  const files = broken.files.map(({ path, text }) => [`broken/${path}`, text] as const);
  const project = await createProject({ "proviso.yaml": strict, ...Object.fromEntries(files) });
  const hosts = broken.hosts.map((name) => ` --host ${name}`).join("");
  const people = await project.proviso(`check --all --strict${hosts}`);
  const { code, out } = await project.proviso(`check --strict --format json${hosts}`);
  const { ok, diagnostics } = JSON.parse(out) as {
    ok: boolean;
    diagnostics: { severity: string; code: string; file: string; line: number; column: number }[];
  };
  const expected = isHostNote(broken) ? { code: 0, ok: true, people: 0 } : { code: 1, ok: false, people: 1 };
  expect({ code, ok, people: people.code }).toEqual(expected);
  expect(diagnostics).not.toEqual([]);
  for (const each of diagnostics) {
    expect(each.file).toMatch(/^broken\/[^/]+\.yaml$/);
    expect(people.err).toContain(`[${each.code}]`);
    expect(people.err).toContain(`--> ${each.file}:${each.line}:${each.column}`);
  }
}

/** One in ten, for a run that a person waits for. */
const isSample = (index: number): boolean => index % 10 === 0;

/** Checks the sample of the broken contracts, or all the others. */
export function checkCorpus(part: "sample" | "others"): void {
  const corpus = readCorpus().filter((_, index) => isSample(index) === (part === "sample"));
  describe("no strict run over a broken contract exits 0, and every finding says where it is", () => {
    test.each(corpus.map((broken) => [broken.name, broken] as const))("%s", (_name, broken) => check(broken));
  });
}
