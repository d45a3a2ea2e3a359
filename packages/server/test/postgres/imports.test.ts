import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../src/", import.meta.url).pathname;

/** Everything outside the package that a file loads, through whatever files. */
function loaded(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  const text = readFileSync(file, "utf8");
  for (const [, kind, specifier = ""] of text.matchAll(/^(?:import|export|\}) (type )?.*?"([^"]+)";$/gm)) {
    if (kind) continue;
    const target = specifier.startsWith(".") ? join(dirname(file), specifier) : specifier;
    if (seen.has(target)) continue;
    seen.add(target);
    if (specifier.startsWith(".")) loaded(target, seen);
  }
  return seen;
}

function check(entry: string, expected: boolean): void {
  expect(loaded(join(root, entry)).has("pg")).toBe(expected);
}

test("only its own entry loads `pg`", () => {
  const others = globSync("*.ts", { cwd: root }).filter((file) => file !== "postgres.ts");
  expect(others).toContain("index.ts");
  for (const entry of others) check(entry, false);
});

test("its own entry loads `pg`, and no SQLite", () => {
  check("postgres.ts", true);
  expect(loaded(join(root, "postgres.ts"))).not.toContain("node:sqlite");
});
