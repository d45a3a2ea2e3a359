import { expect, expectTypeOf, test } from "vitest";
import type { Guard } from "../src/index.ts";
import { typedCalls } from "../src/codegen1.ts";
import type { ClientOf, FailureOf } from "../src/codegen1.ts";
import { contract } from "./contract.ts";

/** As the generated package `schemas` types a domain. */
interface NotesTools {
  readonly list: { input: { readonly limit?: number }; output: { readonly ids: string[] }; failures: object };
  readonly clear: {
    input: { readonly before: string };
    output: { readonly count: number };
    preview: { readonly ids: string[] };
    failures: { readonly isEmpty: "is_empty" };
  };
}
interface Calls {
  readonly notes: ClientOf<NotesTools>;
}

/** A guard that notes what it is asked for. */
function noting(sent: unknown[]): Guard {
  const answer = (kind: string) => (name: string, input: object) => {
    sent.push([kind, name, input]);
    return Promise.resolve({ ok: true, value: {}, replayed: false });
  };
  return { call: answer("call"), plan: answer("plan") } as unknown as Guard;
}

const dryRun = { mode: "supported", preview: { type: "object" } } as const;
const manifest = {
  format: 1 as const,
  product: "shop",
  wireNames: "dotted" as const,
  permissions: {},
  tools: [contract({ name: "notes.list" }), contract({ name: "notes.clear", dryRun })],
};
const names = { notes: { list: "notes.list", clear: "notes.clear" } };

test("calls go to the guard under the name of their tool, and a dry run is a call of its own", async () => {
  const sent: unknown[] = [];
  const { notes } = typedCalls<Calls>(noting(sent), names, manifest);
  await notes.list();
  await notes.clear({ before: "2026" });
  await notes.planClear({ before: "2026" });
  expect(sent).toEqual([
    ["call", "notes.list", {}],
    ["call", "notes.clear", { before: "2026" }],
    ["plan", "notes.clear", { before: "2026" }],
  ]);
  expect(Object.keys(notes)).toEqual(["list", "clear", "planClear"]);
});

// What follows is checked by the compiler.

expectTypeOf<"is_empty">().toExtend<FailureOf<NotesTools["clear"]>["code"]>();
expectTypeOf<"is_empty">().not.toExtend<FailureOf<NotesTools["list"]>["code"]>();
expectTypeOf<"timeout" | "refused_by_guard">().toExtend<FailureOf<NotesTools["list"]>["code"]>();
expectTypeOf<ClientOf<NotesTools>>().not.toHaveProperty("planList");
expectTypeOf<ClientOf<NotesTools>["clear"]>().parameter(0).toEqualTypeOf<{ readonly before: string }>();
