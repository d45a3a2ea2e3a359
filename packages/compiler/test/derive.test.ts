import { createHash } from "node:crypto";
import { canonicalJson, contractParts, type Hints, type JsonObject } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { toContract, toManifest } from "../src/index.ts";
import { contractOf, modelOf, type ToolText, toolOf } from "./contract-text.ts";

/** The names of the hints that are true. */
function hintsOf(fields: ToolText): string[] {
  const { hints } = toolOf({ riskLevel: "high", riskReason: "So.", ...fields });
  return (Object.keys(hints) as (keyof Hints)[]).filter((hint) => hints[hint]);
}

test("what MCP lists of a tool is carried through as it is written", () => {
  const { title, wireName, icons, meta } = toolOf({
    title: "Get it",
    wireName: "get-It",
    icons: '[{ src: "https://example.com/a.png", mimeType: image/png, sizes: [48x48, any], theme: dark }]',
    _meta: "{ com.example/team: [a, { b: 1 }] }",
  });
  expect({ title, wireName, icons, meta }).toEqual({
    title: "Get it",
    wireName: "get-It",
    icons: [
      { src: "https://example.com/a.png", mimeType: "image/png", sizes: ["48x48", "any"], theme: "dark" },
    ],
    meta: { "com.example/team": ["a", { b: 1 }] },
  });
});

describe("side effects", () => {
  test.each([
    ["creates", true, false],
    ["updates", false, false],
    ["deletes", false, false],
    ["grants", false, false],
    ["sends", false, true],
    ["pays", false, true],
    ["refunds", false, false],
    ["calls", false, true],
  ])("%s: reversible %s, external %s", (kind, reversible, external) => {
    const { sideEffects } = toolOf({
      riskLevel: "high",
      riskReason: "So.",
      inputSchema: "{ id: string }",
      sideEffects: `[${kind}: A thing.]`,
      idempotency: "{ key: [id] }",
    });
    expect(sideEffects).toEqual([{ kind, description: "A thing.", reversible, external }]);
  });
  test("of unknown kind are the worst", () =>
    expect(toolOf({ riskLevel: "high", sideEffects: "[A thing.]" }).sideEffects).toEqual([
      { kind: "unclassified", description: "A thing.", reversible: false, external: true },
    ]));
  test("may say that they can be undone, or cannot", () => {
    const { sideEffects } = toolOf({
      riskLevel: "high",
      riskReason: "So.",
      sideEffects: "[{ updates: A., reversible: true }, { creates: B., reversible: false }]",
    });
    expect(sideEffects.map(({ reversible }) => reversible)).toEqual([true, false]);
  });
});

describe("hints", () => {
  test("follow from the contract", () => {
    expect(hintsOf({})).toEqual(["readOnlyHint", "idempotentHint"]);
    expect(hintsOf({ sideEffects: "[creates: A.]" })).toEqual([]);
    expect(hintsOf({ sideEffects: "[creates: A., deletes: B.]" })).toEqual(["destructiveHint"]);
    expect(hintsOf({ sideEffects: "[{ sends: A., reversible: true }]" })).toEqual(["openWorldHint"]);
    const keyed = { sideEffects: "[creates: A.]", inputSchema: "{ id: string }" };
    expect(hintsOf({ ...keyed, idempotency: "{ key: [id] }" })).toEqual(["idempotentHint"]);
    // Only an explicit key would make two calls one, and a plain repetition has none.
    expect(hintsOf({ ...keyed, idempotency: "{}" })).toEqual([]);
    const byNature = "{ idempotentHint: true }";
    expect(hintsOf({ ...keyed, idempotency: "{}", annotations: byNature })).toEqual(["idempotentHint"]);
    expect(hintsOf({ agency: "true" })).toEqual(["readOnlyHint", "idempotentHint", "agencyHint"]);
    const claims = "{ destructiveHint: false, openWorldHint: false, idempotentHint: true }";
    expect(hintsOf({ sideEffects: "[Unknown.]", dataFlow: null })).toEqual([
      "destructiveHint",
      "openWorldHint",
    ]);
    expect(hintsOf({ sideEffects: "[Unknown.]", dataFlow: null, annotations: claims })).toEqual([
      "idempotentHint",
    ]);
    expect(toolOf({ agency: "false" }).hints.agencyHint).toBe(false);
    expect(toolOf({}).hints).not.toHaveProperty("agencyHint");
  });
  test("000: agency is independent of what a tool may destroy or reach", () => {
    for (const agency of ["true", "false"])
      for (const sideEffects of ["[]", "[creates: A.]", "[deletes: A.]", "[sends: A.]"]) {
        const fields = { riskLevel: "high", riskReason: "So.", sideEffects };
        const { agencyHint, ...others } = toolOf({ ...fields, agency }).hints;
        expect([sideEffects, String(agencyHint)]).toEqual([sideEffects, agency]);
        expect(others).toEqual(toolOf(fields).hints);
      }
  });
  test("000: agency is declared, and guessed from no name and no text", () => {
    const words = { description: "An autonomous agent that plans and acts.", title: "Agent" };
    expect(toolOf(words, "", "run_agent").hints).not.toHaveProperty("agencyHint");
    expect(toolOf({ ...words, agency: "false" }, "", "run_agent").hints.agencyHint).toBe(false);
    expect(toolOf({ agency: "true" }).hints.agencyHint).toBe(true);
  });
  test("004: only what has no side effect is read-only", () => {
    expect(hintsOf({})).toContain("readOnlyHint");
    for (const sideEffects of ["[creates: A.]", "[updates: A.]", "[sends: A.]"])
      expect(hintsOf({ sideEffects })).not.toContain("readOnlyHint");
  });
  test("004: what is hard to reverse is destructive, whatever else the tool does", () => {
    const isDestructive = (sideEffects: string): boolean =>
      hintsOf({ sideEffects }).includes("destructiveHint");
    expect(["[creates: A.]", "[]"].map(isDestructive)).toEqual([false, false]);
    expect(["[deletes: A.]", "[creates: A., deletes: B.]"].map(isDestructive)).toEqual([true, true]);
  });
  test("004: every tool that reads is idempotent, and so is a change with a key of its own", () => {
    const isIdempotent = (fields: ToolText): boolean => toolOf(fields).hints.idempotentHint;
    expect(isIdempotent({})).toBe(true);
    const keyed = { sideEffects: "[creates: A.]", inputSchema: "{ id: string }" };
    expect(isIdempotent({ ...keyed, idempotency: "{ key: [id] }" })).toBe(true);
    expect(isIdempotent(keyed)).toBe(false);
  });
  test("count untrusted output as the open world", () =>
    expect(hintsOf({ dataFlow: "{ readsPrivate: false, returnsUntrusted: true }" })).toContain(
      "openWorldHint",
    ));
  test("take an absent fact for the worse one", () => {
    expect(hintsOf({ dataFlow: null })).toContain("openWorldHint");
    expect(toolOf({ dataFlow: null }).dataFlow).toEqual({
      readsPrivate: true,
      returnsUntrusted: true,
      sendsOut: false,
    });
  });
});

describe("the risk model", () => {
  test.each([
    ["low", true, "never"],
    ["medium", true, "never"],
    ["high", false, "always"],
    ["forbidden", false, "always"],
  ])("fills in %s: autonomous %s, confirmation %s", (riskLevel, autonomousExecution, kind) =>
    expect(toolOf({ riskLevel })).toMatchObject({
      autonomousExecution,
      confirmation: { kind },
      stepUpAuth: { kind: "never" },
    }),
  );
  test("fills in critical, where step-up is stated", () =>
    expect(
      toolOf({ riskLevel: "critical", stepUpAuth: "{ always: true, maxAge: 15m, acr: mfa }" }),
    ).toMatchObject({
      autonomousExecution: false,
      confirmation: { kind: "always" },
      stepUpAuth: { kind: "always", maxAgeMs: 900_000, acr: "mfa" },
    }));
});

describe("failure modes", () => {
  /** Implied codes beyond those that every callable tool has. */
  function implied(fields: ToolText): string[] {
    const every = [
      "invalid_input",
      "permission_denied",
      "rate_limit_exceeded",
      "policy_violation",
      "paused",
      "idempotency_conflict",
      "in_progress",
      "outcome_unknown",
      "timeout",
      "server_unavailable",
      "internal_error",
    ];
    const codes = toolOf(fields).failureModes.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(every));
    return codes.filter((code) => !every.includes(code));
  }

  test.each<[string, ToolText, string[]]>([
    ["nothing more", {}, []],
    [
      "a confirmation",
      { riskLevel: "high" },
      ["confirmation_required", "confirmation_declined", "confirmation_unanswered", "approval_pending"],
    ],
    [
      "a conditional confirmation",
      { riskLevel: "medium", confirmation: '{ when: "size(principal.id) > 3" }' },
      ["confirmation_required", "confirmation_declined", "confirmation_unanswered", "approval_pending"],
    ],
    [
      "a step-up",
      { riskLevel: "high", stepUpAuth: "always" },
      [
        "confirmation_required",
        "confirmation_declined",
        "confirmation_unanswered",
        "approval_pending",
        "step_up_required",
      ],
    ],
    ["a dry run", { dryRun: "{ mode: supported, preview: {} }" }, ["plan_stale"]],
    ["a required dry run", { dryRun: "{ mode: required, preview: {} }" }, ["dry_run_required", "plan_stale"]],
    ["requirements", { execution: "{ requirements: [a] }" }, ["requirement_unmet"]],
  ])("follow from %s", (_name, fields, codes) => expect(implied(fields)).toEqual(codes));

  test("of a forbidden tool are none: it is never called", () =>
    expect(toolOf({ riskLevel: "forbidden" }).failureModes).toEqual([]));
  test("that an author lists although they follow stay one entry, after the declared ones", () => {
    const header = "failureModes: { gone: { description: It is gone. } }\n";
    const { failureModes } = toolOf(
      { failureModes: "[rate_limit_exceeded, permission_denied, gone]" },
      header,
    );
    expect(failureModes[0]).toEqual({
      code: "gone",
      description: "It is gone.",
      retry: "never",
      implied: false,
    });
    const codes = failureModes.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(failureModes.find(({ code }) => code === "rate_limit_exceeded")?.implied).toBe(true);
  });
  test("allow a retry after a doubt only where a second run does no harm", () => {
    const retry = (fields: ToolText): string | undefined =>
      toolOf(fields).failureModes.find(({ code }) => code === "timeout")?.retry;
    expect(retry({})).toBe("after");
    expect(retry({ sideEffects: "[creates: A.]" })).toBe("never");
    expect(retry({ sideEffects: "[creates: A.]", idempotency: "{}" })).toBe("sameKey");
  });
});

describe("a tool", () => {
  test("has a title, a time limit and an empty rest without saying so", () =>
    expect(toolOf({}, "", "send_external")).toMatchObject({
      name: "things.send_external",
      domain: "things",
      title: "Send external",
      timeoutMs: 30_000,
      metadata: {},
      examples: [],
      requirements: [],
    }));
  test("keeps what its author wrote", () =>
    expect(
      toolOf({
        inputSchema: "{ id: string }",
        idempotency: '{ key: [id], ttl: 2h, until: "true", onRepeat: The same. }',
        rateLimit: "{ limit: 20, per: hour }",
        timeout: "5m",
        metadata: "{ tags: [a], constructor: 1 }",
        execution: '{ requirements: ["State:Weather Clear", "state:weather clear", constructor] }',
        owner: "growth",
        deprecated: "{ reason: Old., successor: things.act }",
      }),
    ).toMatchObject({
      idempotency: { key: ["id"], ttlMs: 7_200_000, until: "true", onRepeat: "The same." },
      rateLimit: { limit: 20, perMs: 3_600_000 },
      timeoutMs: 300_000,
      metadata: { tags: ["a"], constructor: 1 },
      requirements: ["State:Weather Clear", "state:weather clear", "constructor"],
      owner: "growth",
      deprecated: { reason: "Old.", successor: "things.act" },
    }));
  test("is bulk by its verb or by a long list, if it has effects", () => {
    const bulk = (inputSchema: string, sideEffects: string, verb = "act"): boolean =>
      toolOf({ riskLevel: "high", riskReason: "So.", inputSchema, sideEffects }, "", verb).isBulk;
    expect(bulk("{}", "[sends: A.]", "bulk_send")).toBe(true);
    expect(bulk("{}", "[]", "bulk_send")).toBe(false);
    expect(bulk('{ ids: "string[]" }', "[deletes: A.]")).toBe(true);
    expect(bulk('{ ids: { type: "string[]", maxItems: 50 } }', "[deletes: A.]")).toBe(false);
  });
});

describe("the hash of a contract", () => {
  test("is SHA-256 of the facts with 128 bits of the hash of the rest", () => {
    const contract = toContract(toolOf({}));
    const sha256 = (value: JsonObject) => createHash("sha256").update(canonicalJson(value));
    const { facts, rest } = contractParts(contract);
    expect(Object.keys({ ...facts, ...rest })).toEqual(
      expect.arrayContaining(Object.keys(contract).filter((name) => name !== "hash")),
    );
    const restHash = sha256(rest).digest().subarray(0, 16).toString("base64url");
    expect(contract.hash).toBe(sha256({ ...facts, rest: restHash }).digest("hex"));
  });
  test("does not depend on layout, order of keys, or what an author spells out", () => {
    const { hash } = toolOf({});
    expect(toolOf({ auditEvent: "thing.done", timeout: "30s", confirmation: "never" }).hash).toBe(hash);
    expect(toolOf({ description: '"Does something."' }).hash).toBe(hash);
    expect(toolOf({}, "# A comment.\n").hash).toBe(hash);
  });
  test.each<ToolText>([
    { description: "Does more." },
    { timeout: "31s" },
    { agency: "true" },
    { metadata: "{ a: 1 }" },
    { owner: "me" },
    { rateLimit: "{ limit: 1, per: day }" },
    { examples: "[{ input: {} }]" },
    { _meta: "{ a: 1 }" },
  ])("changes with %j", (fields) => expect(toolOf(fields).hash).not.toBe(toolOf({}).hash));
});

describe("the model", () => {
  test("is safe for names that JavaScript knows", () => {
    const header =
      'types: { constructor: string, toString: { a: constructor } }\npermissions: { "constructor:read": Reads. }\n';
    const model = modelOf(contractOf({ outputSchema: "{ p: toString }" }, header, "constructor"));
    const [domain] = model.domains;
    expect(domain?.tools[0]?.name).toBe("things.constructor");
    expect(Object.keys(domain?.types ?? {})).toEqual(["constructor", "toString"]);
    expect(domain?.types["hasOwnProperty"]).toBeUndefined();
  });
  test("becomes a manifest of plain contracts, sorted by name", () => {
    const text = contractOf({}).replace(/ {2}act:[^]*/, (tool) => tool.replace("act", "stop") + tool);
    const manifest = toManifest(modelOf(text), { product: "test", wireNames: "dotted" });
    expect(manifest.tools.map(({ name }) => name)).toEqual(["things.act", "things.stop"]);
    expect(manifest).toMatchObject({ format: 1, product: "test", wireNames: "dotted", permissions: {} });
    expect(JSON.stringify(manifest)).not.toContain("spans");
  });
});
