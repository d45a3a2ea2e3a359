import { readdirSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { rules } from "@proviso/compiler";
import { describe, expect, test } from "vitest";
import { config, createProject } from "./project.ts";

/** The compiler's broken contracts; which findings each has, its own test says. */
const corpus = join(import.meta.dirname, "../../compiler/test/corpus");
const names = readdirSync(corpus).toSorted();

/** A project that takes every note for a warning: by itself a note fails no run. */
const notes = rules.filter(({ severity }) => severity === "info").map(({ code }) => `${code}: warning`);
const strict = `${config.replace("contracts/*.yaml", "broken/*.yaml")}rules: { ${notes.join(", ")} }\n`;

/** Runs the command line over one broken contract, as its author would. */
async function check(name: string): Promise<void> {
  const project = await createProject({ "proviso.yaml": strict });
  const source = join(corpus, name);
  const target = join(project.root, "broken", statSync(source).isDirectory() ? "" : name);
  await cp(source, target, { recursive: true });
  const people = await project.proviso("check --strict");
  const { code, out } = await project.proviso("check --strict --format json");
  const { ok, diagnostics } = JSON.parse(out) as {
    ok: boolean;
    diagnostics: { severity: string; code: string; file: string; line: number; column: number }[];
  };
  expect({ code, ok, people: people.code }).toEqual({ code: 1, ok: false, people: 1 });
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
