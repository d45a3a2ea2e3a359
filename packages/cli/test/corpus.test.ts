import { readdirSync, readFileSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { hostRules, rules } from "@proviso/compiler";
import { describe, expect, test } from "vitest";
import { config, createProject } from "./project.ts";

/** The compiler's broken contracts; which findings each has, its own test says. */
const corpus = join(import.meta.dirname, "../../compiler/test/corpus");
const names = readdirSync(corpus).toSorted();

/** A project that takes every note for a warning: by itself a note fails no run. */
const notes = rules.filter(({ severity }) => severity === "info").map(({ code }) => `${code}: warning`);
const strict = `${config.replace("contracts/*.yaml", "broken/*.yaml")}rules: { ${notes.join(", ")} }\n`;

/** `--host NAME` for each host that a broken contract is checked for. */
function hostsOf(source: string): string {
  if (statSync(source).isDirectory()) return "";
  const written = /^# hosts: (.*)$/m.exec(readFileSync(source, "utf8"))?.[1]?.split(", ") ?? [];
  return written.map((name) => ` --host ${name}`).join("");
}

/** What only a mode of some host minds stays a note, which fails no run. */
const hostNotes = hostRules.filter(({ severity }) => severity === "info").map(({ code }) => code);
function isHostNote(source: string): boolean {
  if (statSync(source).isDirectory()) return false;
  const text = readFileSync(source, "utf8");
  return hostNotes.some((code) => text.includes(`# expect: ${code} `));
}

/** Runs the command line over one broken contract, as its author would. */
async function check(name: string): Promise<void> {
  const project = await createProject({ "proviso.yaml": strict });
  const source = join(corpus, name);
  const target = join(project.root, "broken", statSync(source).isDirectory() ? "" : name);
  await cp(source, target, { recursive: true });
  const hosts = hostsOf(source);
  const people = await project.proviso(`check --strict${hosts}`);
  const { code, out } = await project.proviso(`check --strict --format json${hosts}`);
  const { ok, diagnostics } = JSON.parse(out) as {
    ok: boolean;
    diagnostics: { severity: string; code: string; file: string; line: number; column: number }[];
  };
  const expected = isHostNote(source) ? { code: 0, ok: true, people: 0 } : { code: 1, ok: false, people: 1 };
  expect({ code, ok, people: people.code }).toEqual(expected);
  expect(diagnostics).not.toEqual([]);
  for (const each of diagnostics) {
    expect(each.file).toMatch(/^broken\/[^/]+\.yaml$/);
    expect(people.err).toContain(`[${each.code}]`);
    expect(people.err).toContain(`--> ${each.file}:${each.line}:${each.column}`);
  }
}

describe("no strict run over a broken contract exits 0, and every finding says where it is", () => {
  // A file that stands for a longer one is no more than a comment here.
  test.each(names.filter((name) => !name.startsWith("file-of-a-megabyte")))("%s", (name) => check(name));
});
