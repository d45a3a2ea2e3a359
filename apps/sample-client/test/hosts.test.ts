import { readFileSync } from "node:fs";
import { manifest } from "@backoffice/client";
import { decide } from "@proviso/client";
import { planName, wireName } from "@proviso/manifest";
import { expect, test } from "vitest";

const file = new URL("../../../packages/generated/hosts/claude-code/settings.json", import.meta.url);
const { permissions } = JSON.parse(readFileSync(file, "utf8")) as {
  permissions: { readonly allow: readonly string[]; readonly ask: readonly string[] };
};
const session = { calls: {}, untrustedFrom: [], privateFrom: [] };

function check(rules: readonly string[]): readonly string[] {
  return rules.map((rule) => {
    const names = manifest.tools.map(
      (each) => [each, wireName(each, "underscore"), planName(each, "underscore")] as const,
    );
    const found = names.find(([, ...both]) => both.some((name) => rule === `mcp__backoffice__${name}`));
    if (!found) throw new Error(`no tool for ${rule}`);
    const [tool, , plan] = found;
    return decide(
      tool,
      { dryRun: rule === `mcp__backoffice__${plan}`, unmetRequirements: [] },
      session,
      "live",
    ).kind;
  });
}

test("a host runs nothing unasked that the guard of the client would not run in the strictest environment", () =>
  expect(new Set(check(permissions.allow))).toEqual(new Set(["run"])));

test("a host has a rule for every tool of the client", () =>
  expect(check([...permissions.allow, ...permissions.ask])).toHaveLength(
    manifest.tools.length + manifest.tools.filter(({ dryRun }) => dryRun).length,
  ));
