import type { Confirmation, Json, JsonObject, Manifest, ToolContract } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import {
  type Change,
  changeKinds,
  diffManifests,
  failConditions,
  isFailure,
  severityOf,
} from "../../src/index.ts";
import { isRenamed, pairTools } from "../../src/diff/facts/pair-tools.ts";
import { contentOf, likeness } from "../../src/diff/facts/likeness.ts";
import { changeIds } from "./change-ids.ts";
import { manifestOf } from "./contracts.ts";
import { weakeningsOf } from "./weakenings.ts";
import { sampleManifest } from "./sample.ts";

const sample = sampleManifest();

function withTools(...tools: readonly ToolContract[]): Manifest {
  return { ...sample, tools };
}

function toolNamed(name: string): ToolContract {
  const tool = sample.tools.find((each) => each.name === name);
  if (!tool) throw new Error(`the sample has no ${name}`);
  return tool;
}

const refund = toolNamed("orders.refund");

test("a change says what, where, before, after and what it means, and has a stable fingerprint", () => {
  const weaker = { ...refund, confirmation: { kind: "never" as const } };
  expect(diffManifests(withTools(refund), withTools(weaker))).toEqual([
    {
      id: "confirmation-loosened",
      tool: "orders.refund",
      path: "confirmation",
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      before: { kind: "always", together: 10 },
      after: { kind: "never" },
      message: "`orders.refund` asks a person less often: `confirmation` was `always` and is `never`",
      fingerprint: "75a52a7ae8e85451",
    },
  ]);
});

test("a reason that goes because the level rises is no loosening", () => {
  const before = { ...refund, riskLevel: "medium" as const, riskReason: "It is undone within a day." };
  const { riskReason: _gone, ...unexplained } = before;
  const safetyOf = (after: ToolContract) =>
    diffManifests(withTools(before), withTools(after)).map(({ id, safety }) => `${id}: ${safety}`);
  expect(safetyOf({ ...unexplained, riskLevel: "high" })).toEqual([
    "risk-level-tightened: tightened",
    "risk-reason-changed: unchanged",
  ]);
  expect(safetyOf(unexplained)).toEqual(["risk-reason-removed: loosened"]);
});

test.each<[Confirmation, Confirmation, string]>([
  [
    { kind: "always" },
    { kind: "always", edit: ["to"] },
    'lets an approver narrow "to" (before: say yes or no)',
  ],
  [
    { kind: "always", by: "inbox" },
    { kind: "always", by: "either" },
    "lets other or fewer people approve, or elsewhere: by the user, or by an operator, in the client or in the inbox instead of by the user, or by an operator, in the inbox",
  ],
  [
    { kind: "always", together: 5 },
    { kind: "always", approver: "other" },
    "changes who approves, by somebody other than the user instead of what the level asks for, and lets an approver say yes or no (before: approve up to 5 calls at once)",
  ],
])("of who approves, a change says only what has changed: %j, %j", (before, after, says) => {
  const [was, is] = [before, after].map((confirmation) => withTools({ ...refund, confirmation }));
  expect(diffManifests(was ?? sample, is ?? sample)).toMatchObject([
    { message: `\`orders.refund\` ${says}` },
  ]);
});

test("other values of the same change have another fingerprint", () => {
  const fingerprints = [10, 20, 30].map((timeoutMs) => {
    const [change] = diffManifests(withTools(refund), withTools({ ...refund, timeoutMs }));
    return change?.fingerprint;
  });
  expect(new Set(fingerprints).size).toBe(3);
});

test("the order of tools and of keys means nothing", () => {
  const turned = sample.tools
    .map((tool) => Object.fromEntries(Object.entries(tool).toReversed()) as unknown as ToolContract)
    .toReversed();
  expect(diffManifests(sample, withTools(...turned))).toEqual([]);
});

test("what loosens comes first, then what breaks callers, then what is dangerous", () => {
  const before = manifestOf({ timeout: "10s", title: "Read", permissions: "[]", owner: "one" });
  const after = manifestOf({
    timeout: "5s",
    title: "Read it",
    confirmation: "always",
    owner: null,
    inputSchema: "{ noteId: string, page: integer }",
  });
  expect(diffManifests(before, after).map(({ id }) => id)).toEqual([
    "owner-removed",
    "required-input-property-added",
    "autonomous-execution-tightened",
    "confirmation-tightened",
    "timeout-tightened",
    "title-changed",
  ]);
});

describe("tools that were renamed", () => {
  test("are paired, whatever the order, if all are renamed at once", () => {
    const renamed = sample.tools.map((tool) => ({ ...tool, name: tool.name.replace(".", ".new_") }));
    const pairs = pairTools(sample.tools, renamed.toReversed());
    expect(pairs.map(({ before, after }) => [before?.name.replace(".", ".new_"), after?.name])).toEqual(
      pairs.map(({ after }) => [after?.name, after?.name]),
    );
  });

  test("are not seen in tools of other domains, or that do something else", () => {
    const alike = sample.tools.flatMap((one, at) =>
      sample.tools
        .slice(at + 1)
        .filter((other) => isRenamed(one, other, likeness(contentOf(one), contentOf(other))))
        .map((other) => `${one.name} ${other.name}`),
    );
    // Of one domain, with the same effects, permissions or fields.
    expect(alike).toEqual([
      "customers.get customers.get_financial_summary",
      "revenue.draw_chart revenue.get_summary",
      "secrets.read_password secrets.read_private_key",
      "secrets.read_password secrets.read_raw_access_token",
      "subscriptions.cancel subscriptions.cancel_and_report",
      "subscriptions.cancel_and_report subscriptions.refund_and_cancel",
      "webhooks.downgrade_version webhooks.upgrade_version",
    ]);
  });

  test("are found in other words and with a weaker clause, if they change something", () => {
    const words = { title: "Quite another thing", description: "Nothing alike.", auditEvent: "other.event" };
    const changing = sample.tools.filter(({ sideEffects }) => sideEffects.length > 0);
    expect(changing.length).toBeGreaterThan(20);
    for (const tool of changing)
      for (const { what, after } of weakeningsOf(tool)) {
        const disguised = { ...after, ...words, name: `${tool.domain}.other` };
        const ids = diffManifests(withTools(tool), withTools(disguised)).map(({ id }) => id);
        expect([tool.name, what, ids.includes("tool-renamed")]).toEqual([tool.name, what, true]);
      }
  });

  test("keep their other changes", () => {
    const renamed = { ...refund, name: "orders.give_back", title: "Give back", timeoutMs: 1000 };
    const changes = diffManifests(withTools(refund), withTools(renamed));
    expect(changes.map(({ id, tool }) => [id, tool])).toEqual([
      ["tool-renamed", "orders.give_back"],
      ["timeout-tightened", "orders.give_back"],
      ["title-changed", "orders.give_back"],
    ]);
  });

  test("are one that was removed and one that was added, where nothing else is the same", () => {
    const changes = diffManifests(withTools(refund), withTools(toolNamed("help.get_article")));
    expect(changes.map(({ id, tool }) => [id, tool])).toEqual([
      ["tool-removed", "orders.refund"],
      ["tool-added", "help.get_article"],
    ]);
  });
});

describe("severities and conditions", () => {
  const verdicts: readonly Pick<Change, "callers" | "safety" | "model">[] = [
    { callers: "breaking", safety: "tightened", model: "changed" },
    { callers: "dangerous", safety: "unchanged", model: "unchanged" },
    { callers: "safe", safety: "loosened", model: "unchanged" },
    { callers: "safe", safety: "unchanged", model: "changed" },
  ];
  const changes = verdicts.map((each) => ({ ...each }) as Change);

  test("follow from the verdicts", () => {
    expect(changes.map((change) => severityOf(change))).toEqual(["error", "warning", "error", "info"]);
    expect(
      failConditions.map((condition) => changes.map((change) => isFailure(change, [condition]))),
    ).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [false, false, true, false],
      [true, false, false, false],
      [true, false, false, true],
    ]);
    expect(changes.map((change) => isFailure(change, []))).toEqual([false, false, false, false]);
    expect(changes.map((change) => isFailure(change, ["breaking", "loosened"]))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe("hostile manifests", () => {
  const deep = (): JsonObject =>
    Array.from({ length: 5000 }).reduce<JsonObject>((inner) => ({ items: inner }), {});

  test("that are nested too deep are refused", () => {
    const bomb = { ...refund, inputSchema: deep() };
    expect(() => diffManifests(withTools(refund), withTools(bomb))).toThrow(
      "the contract of `orders.refund` is nested deeper than 500 levels: no compiled contract is",
    );
  });

  test("with names that every object has are compared like others", () => {
    const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];
    const properties = JSON.parse(
      `{${names.map((name) => `"${name}": { "type": "string" }`).join()}}`,
    ) as Json;
    const before = {
      ...refund,
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
    };
    const after = { ...refund, inputSchema: { ...before.inputSchema, properties } };
    const permissions = JSON.parse('{ "__proto__": "One", "constructor": "Two" }') as Record<string, string>;
    const changes = diffManifests(
      { ...withTools(before), permissions: {} },
      { ...withTools(after), permissions },
    );
    expect(changes.map(({ id, path }) => `${id} ${path}`)).toEqual([
      ...names
        .toSorted()
        .map((name) => `input-property-added-beside-condition inputSchema.properties.${name}`),
      "permission-declared permissions.__proto__",
      "permission-declared permissions.constructor",
    ]);
  });
});

test("every id, with its verdicts, as a waiver may name it", () => {
  const rows = changeKinds.map(({ id, callers, safety, model }) => `${id}: ${callers} ${safety} ${model}`);
  expect(rows.toSorted()).toEqual(changeIds);
});
