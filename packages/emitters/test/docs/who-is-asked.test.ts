import type { ToolModel } from "@proviso/compiler";
import { describe, expect, it } from "vitest";
import { docsEmitter } from "../../src/outputs/docs/docs-emitter.ts";
import { toolDoc } from "../../src/typescript/tool-doc.ts";
import { emitPackage } from "../emit-all.ts";
import { bulkSend, manage, sampleModel, sampleOptions, sampleTool } from "../sample-model.ts";

/** The pages about one tool, by path. */
async function emit(tool: ToolModel): Promise<ReadonlyMap<string, string>> {
  const files = await emitPackage(docsEmitter, sampleModel(tool), sampleOptions);
  return new Map(files.map(({ path, text }) => [path, text]));
}

describe("who is asked", () => {
  const adds = { ...sampleTool().hints, readOnlyHint: false };

  it.each([
    ["server: never", "The server asks nobody.", {}],
    [
      "server: never; guard: in live every time",
      "The server asks nobody. In live the client's default guard asks a person, every time.",
      { riskLevel: "medium", hints: { ...adds, openWorldHint: true } },
    ],
    ["server: never", "The server asks nobody.", { riskLevel: "medium", hints: adds }],
    [
      "server: never; guard: every time",
      "The server asks nobody. The client's default guard asks a person, every time.",
      { hints: { ...adds, destructiveHint: true } },
    ],
  ] as const)(
    "is said of the server, and of the guard where it asks more: %s",
    async (word, sentence, change) => {
      const files = await emit(sampleTool(change));
      expect(files.get("tools/mail/read.md")).toContain(`| Asks | ${sentence} |`);
      expect(files.get("by-safety/index.md")).toContain(`| ${word} |`);
      expect(files.get("llms.txt")).toContain(`- Approval: ${word}`);
    },
  );

  it("is not every time where a refinement asks nobody", async () => {
    const files = await emit(manage);
    const answers = files.get("tools/mail/manage.md")?.match(/^\| Asks \| .*$/gm);
    expect(answers?.[0]).toBe("| Asks | The server asks nobody. |");
    expect(answers?.at(-1)).toBe("| Asks | The server asks a person, every time. |");
    expect(files.get("llms.txt")).toContain("- Approval: server: for some calls");
  });
});

describe("an exception", () => {
  const exception = {
    upTo: 2000,
    unit: "EUR",
    budget: { of: "input.cents", unit: "input.currency", per: "tool", limit: 9000, everyMs: 86_400_000 },
    reason: "Small | ones.",
    reviewer: "mia",
    expires: "2027-01-31",
  } as const;
  const high = { riskLevel: "high", autonomousExecution: false, confirmation: { kind: "always" } } as const;
  const means =
    "2,000 of `input.cents` in EUR, together at most 9,000 of `input.cents` in 1 day, for all callers together and each `input.currency`, until the end of 2027-01-31 (UTC). mia has agreed: Small \\| ones.";

  it("is shown before anything else, on the pages of all tools and on the tool's own", async () => {
    const files = await emit(sampleTool({ ...high, exception }));
    for (const [page, link] of [
      ["index.md", "tools/mail/read.md"],
      ["by-safety/index.md", "../tools/mail/read.md"],
    ] as const) {
      const text = files.get(page) ?? "";
      expect(text).toContain(`| [\`mail.read\`](${link}) | ${means} |`);
      expect(/^## (.*)$/m.exec(text)?.[1]).toBe("Exceptions");
    }
    const own = files.get("tools/mail/read.md") ?? "";
    expect(own).toContain(`| Exception | **The server asks nobody** up to ${means} |\n| Level |`);
    expect(own).toContain('asksWhen: "every time, except up to 2,000 of input.cents in EUR, together');
    expect(own).toContain("The server asks a person for some calls.");
    expect(files.get("index.md")).toContain("before every new call at this level, unless an exception");
    const comment = toolDoc(sampleTool({ ...high, exception })).join("\n");
    expect(comment).toContain(
      "A person confirms every call. Nobody is asked up to 2,000 of `input.cents` in EUR",
    );
  });

  it("is shown nowhere if there is none, or if the level allows none", async () => {
    for (const tool of [sampleTool(high), sampleTool({ ...high, riskLevel: "critical", exception })]) {
      const files = await emit(tool);
      for (const page of ["index.md", "by-safety/index.md", "tools/mail/read.md"])
        expect(files.get(page)).not.toContain("Exception");
    }
  });
});

it("says of a repeated call what must be equal, and what happens if something else differs", async () => {
  const idempotency = { key: ["segment"], ttlMs: 60_000 };
  const page = (await emit({ ...bulkSend, idempotency })).get("tools/mail/bulk_send.md");
  expect(page).toContain("One that differs only in `urgent` is refused (`idempotency_conflict`).");
});

describe("a tool that is approved in the inbox", () => {
  const confirmation = { kind: "always", by: "inbox", approver: "other", from: "mail:approve" } as const;
  const pageOf = async (tool: ToolModel, path: string) => (await emit(tool)).get(path) ?? "";

  it("waits there, whatever the client's guard asked", async () => {
    const page = await pageOf({ ...bulkSend, confirmation }, "tools/mail/bulk_send.md");
    expect(page).toContain(
      "The call waits in the inbox, for an hour by default; a yes in the client that calls does not count.",
    );
    expect(page).toContain(
      "The question is open until an hour after it was asked, by default. If you decline it, or do not answer, nothing runs.",
    );
    expect(page).not.toContain("has asked already");
    const here = await pageOf(bulkSend, "tools/mail/bulk_send.md");
    expect(here).toContain("A client with the default guard has asked already");
    expect(here).toContain(
      "The question is open until five minutes after it was asked in the client; an hour in the inbox. If you decline it, or do not answer, nothing runs.",
    );
  });

  it("says in a call's steps who agrees, whichever refinement the call falls under", async () => {
    const path = "tools/mail/manage.md";
    expect(await pageOf(manage, path)).toContain(
      "The user that the agent acts for approves, or an operator, whose name nobody verifies: one yes is enough.",
    );
    expect(await pageOf({ ...manage, confirmation }, path)).toContain(
      "Each call is approved by the user, or by an operator, or by somebody other than the user, with",
    );
  });

  it("says that a standing approval can replace the question, except where several approve or the client asks", async () => {
    const said = async (rules: object) =>
      (
        await pageOf({ ...bulkSend, confirmation: { ...confirmation, ...rules } }, "tools/mail/bulk_send.md")
      ).includes("a standing approval can replace");
    expect(await said({})).toBe(true);
    expect(await said({ approvers: 2 })).toBe(false);
    expect(await said({ approver: "self", by: "here" })).toBe(false);
  });

  it("says in its facts for a review who approves, and which log-in and limit it has", async () => {
    const page = await pageOf({ ...bulkSend, confirmation }, "tools/mail/bulk_send.md");
    expect(page).toContain(
      'approvedBy: "by somebody other than the user, with the permission mail:approve, or by an operator, in the inbox"',
    );
    expect(page).toContain(
      'logIn: "at most 5 minutes old and level mfa when size(input.segment) > 3 || input.urgent"',
    );
    expect(page).toContain('limits: "20 calls in 1 hour, for each caller"');
    expect(page).not.toContain("asksWhen");
  });

  it("says in its facts what a repeat and a crash mean, and what can replace the question", async () => {
    const page = await pageOf(bulkSend, "tools/mail/bulk_send.md");
    expect(page).toMatch(/\n {2}repeats: "A call of the same caller .+ is a repeated one: /);
    expect(page).toContain('\n  dies: "the outcome is unknown"\n  beforehand: "a standing approval"\n');
    const found = await pageOf(
      { ...bulkSend, reconcile: "mail.read", confirmation: { kind: "always", approvers: 2, by: "inbox" } },
      "tools/mail/bulk_send.md",
    );
    expect(found).not.toMatch(/\n {2}(?:dies|beforehand): /);
  });

  it("says in its facts under which condition it asks, refinement by refinement", async () => {
    const page = await pageOf(manage, "tools/mail/manage.md");
    const label = String.raw`input.action == \"label\" || input.action == \"star\"`;
    expect(page).toContain(
      String.raw`asksWhen: "if action is read: no; if ${label}: when principal.kind == \"agent\"; else: every time"`,
    );
    expect(page).toContain(
      String.raw`logIn: "if action is read: no; if ${label}: no; else: at most 5 minutes old"`,
    );
  });
});

it("counts no file without tools as a domain", async () => {
  const model = sampleModel(sampleTool());
  const [mail] = model.domains;
  if (!mail) throw new Error("no domain");
  const shared = { ...mail, name: "shared", tools: [], file: "contracts/shared.yaml" };
  const files = await emitPackage(docsEmitter, { ...model, domains: [mail, shared] }, sampleOptions);
  const index = files.find(({ path }) => path === "index.md")?.text;
  expect(index).toContain("[domains](tools/index.md) | 1 |");
  expect(index).not.toContain("shared");
});
