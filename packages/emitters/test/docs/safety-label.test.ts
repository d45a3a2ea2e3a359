import type { ToolModel } from "@proviso/compiler";
import { expect, it } from "vitest";
import { docsEmitter } from "../../src/outputs/docs/docs-emitter.ts";
import { emitPackage } from "../emit-all.ts";
import { bulkSend, forbidden, manage, sampleModel, sampleOptions, sampleTool } from "../sample-model.ts";

async function emit(...tools: readonly ToolModel[]): Promise<ReadonlyMap<string, string>> {
  const files = await emitPackage(docsEmitter, sampleModel(...tools), sampleOptions);
  return new Map(files.map(({ path, text }) => [path, text]));
}

it("begins with its safety label", async () => {
  const pages = await emit(sampleTool(), bulkSend, forbidden);
  expect(pages.get("tools/mail/bulk_send.md")).toContain(
    "\n**Sends to outsiders; the server asks a person for a phrase every time.**\n\n| Safety label | Every call |\n| --- | --- |\n| Money | No money moves |\n| Outsiders | Sends to them; returns their text |\n",
  );
  expect(pages.get("tools/mail/read.md")).toContain("\n**Only reads; the server asks nobody.**\n");
  expect(pages.get("tools/vault/read_secret_key.md")).toMatch(
    /\n\*\*Nobody can find it or call it; the rows say what it would do\.\*\*\n[^]*\| Private data \| Not ruled out, so counted as yes \|\n[^]*\| Who is asked \| Nobody: no call is possible \|/,
  );
  // Its contract does not state its data flow.
  expect(pages.get("tools/vault/read_secret_key.md")).toContain(
    "| Would return and send | The contract rules out neither private data nor text that outsiders may have written, so both count as yes. |",
  );
  const refund = {
    kind: "refunds",
    description: "The amount.",
    reversible: false,
    external: false,
  } as const;
  const refunded = await emit(sampleTool({ riskLevel: "critical", sideEffects: [refund] }));
  expect(refunded.get("tools/mail/read.md")).toMatch(/^\| Money \| Refunds \|$/m);
  expect(refunded.get("tools/mail/read.md")).toContain('does: ["refunds"]');
  const managed = await emit(manage);
  expect(managed.get("tools/mail/manage.md")).toMatch(
    /^\*\*.*; the server asks a person for some calls\.\*\*$/m,
  );
});

it("has a label for each branch of a refined tool, and a table of the rows in which they differ", async () => {
  const managed = await emit(manage);
  const page = managed.get("tools/mail/manage.md") ?? "";
  const heads = (first: string): readonly (string | undefined)[] =>
    [...page.matchAll(new RegExp(`^\\| ${first} \\| (.*) \\|$`, "gm"))].map(([, head]) => head);
  expect(heads("Safety label")).toEqual([
    "If action is read",
    expect.stringContaining("If <code>input.action == "),
    "All other calls",
  ]);
  expect(heads("Branch")).toEqual(heads("Safety label"));
  expect(heads("Undo")).toEqual(["Nothing to undo", "Can be undone", "Cannot be undone"]);
  expect(heads("Must have signed in")).toEqual([
    "Never.",
    "Never.",
    "Always: a log-in at most 5 minutes old. No workflow can make a call, because a program cannot sign in.",
  ]);
  expect(heads("Changes")).toEqual([
    "Nothing: it only reads.",
    "**updates**: Its labels. Can be undone.",
    "**deletes**: The message. Cannot be undone.",
  ]);
  expect(page).toContain("\n1. The server wants a fresh log-in of the user");
  expect(heads("Tool")).toEqual(["`mail.manage`, over MCP `mail_manage`"]);
  expect(page.match(/Returns private data/g)).toHaveLength(1);
  expect((await emit(bulkSend)).get("tools/mail/bulk_send.md")).not.toContain("All other calls");
  expect(managed.get("llms.txt")).toContain(
    '- When `input.action == "read"`: risk low; approval server: never; changes nothing',
  );
});
