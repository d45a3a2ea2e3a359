import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { contractOf, type ToolText } from "../contract-text.ts";
import { lethalTrifecta } from "../../src/rules/lethal-trifecta.ts";
import { checkProjects } from "./check-rule.ts";

const flow = (readsPrivate: boolean, returnsUntrusted: boolean): string =>
  `{ readsPrivate: ${readsPrivate}, returnsUntrusted: ${returnsUntrusted} }`;

const permissions = 'permissions: { "a:read": Read., "a:web": Fetch., "a:send": Send. }\n';

/** Three tools of three files, each with a permission of its own; the third sends. */
function project(legs: Partial<Record<"reads" | "fetches" | "sends", ToolText>>): Record<string, string> {
  const named = (fields: ToolText, domain: string, verb = "act", header = ""): string =>
    contractOf(fields, header, verb).replace("domain: things", `domain: ${domain}`);
  return {
    "a.yaml": named(
      { dataFlow: flow(true, false), permissions: '["a:read"]', ...legs.reads },
      "reads",
      "act",
      permissions,
    ),
    "b.yaml": named({ dataFlow: flow(false, true), permissions: '["a:web"]', ...legs.fetches }, "fetches"),
    "c.yaml": named(
      {
        riskLevel: "high",
        riskReason: "So.",
        sideEffects: "[sends: A letter.]",
        permissions: '["a:send"]',
        ...legs.sends,
      },
      "sends",
      "⟦act⟧",
    ),
  };
}

const unmarked = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(/[⟦⟧]/g, "")]));

checkProjects(lethalTrifecta, {
  valid: {
    "nothing private": unmarked(project({ reads: { dataFlow: flow(false, false) } })),
    "nothing from strangers": unmarked(project({ fetches: { dataFlow: flow(false, false) } })),
    "nothing that leaves": unmarked(project({ sends: { sideEffects: "[creates: A letter.]" } })),
    "a sender that nobody can call": unmarked(project({ sends: { riskLevel: "forbidden" } })),
  },
  invalid: {
    "three tools under three permissions": project({}),
    "what is not said, and counts as the worst": project({
      reads: { dataFlow: flow(false, false) },
      fetches: { dataFlow: null },
    }),
    "one tool that does it all": {
      "a.yaml": contractOf(
        {
          riskLevel: "high",
          riskReason: "So.",
          sideEffects: "[sends: A letter.]",
          dataFlow: flow(true, true),
        },
        "",
        "⟦act⟧",
      ),
    },
  },
});

test("names the permissions that suffice and the tools of each leg", () => {
  const files = unmarked(project({ sends: { permissions: '["a:send", "a:read"]' } }));
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  const found = compile(sources).diagnostics.filter(({ code }) => code === lethalTrifecta.code);
  expect(found.map(({ message }) => message)).toEqual([
    "with `a:read`, `a:send`, `a:web` alone, one session can read private data (`reads.act`), read untrusted content (`fetches.act`) and send data out (`sends.act`); only a person's confirmation prevents a leak",
  ]);
});
