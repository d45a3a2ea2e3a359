import { expect, test } from "vitest";
import { emitPackage } from "../emit-all.ts";
import { hostsEmitter } from "../../src/outputs/hosts/hosts-emitter.ts";
import { bulkSend, forbidden, sampleModel, sampleOptions, sampleTool } from "../sample-model.ts";

const reading = sampleTool();
const writing = sampleTool({
  name: "mail.file_away",
  hints: { ...reading.hints, readOnlyHint: false },
  sideEffects: [{ kind: "updates", description: "Moves a message.", reversible: true, external: false }],
});
const searching = sampleTool({
  name: "mail.search_web",
  dataFlow: { readsPrivate: false, returnsUntrusted: true, sendsOut: true },
});
const model = sampleModel(reading, writing, searching, bulkSend, forbidden);

async function emitted(path: string, product = "acme"): Promise<string> {
  const files = await emitPackage(hostsEmitter, model, { ...sampleOptions, product });
  return files.find((file) => file.path === path)?.text ?? "";
}

async function check(path: string, expected: object, product?: string): Promise<void> {
  expect(JSON.parse(await emitted(path, product))).toMatchObject(expected);
}

test("Claude Code runs a plan and a tool that only reads and sends nothing out, and asks about every other one", () =>
  check("claude-code/settings.json", {
    permissions: {
      allow: ["mcp__acme__mail_bulk_send_plan", "mcp__acme__mail_read"],
      ask: ["mcp__acme__mail_bulk_send", "mcp__acme__mail_file_away", "mcp__acme__mail_search_web"],
      deny: [],
    },
  }));

test("names are written as Claude Code writes them", () =>
  check(
    "claude-code/settings.json",
    {
      permissions: {
        allow: ["mcp__Acme_Back_office__mail_bulk_send_plan", "mcp__Acme_Back_office__mail_read"],
      },
    },
    "Acme Back office",
  ));

test("every rule has the form that the published schema of the settings asks for", async () => {
  const { permissions } = JSON.parse(await emitted("claude-code/settings.json")) as {
    permissions: Record<string, readonly string[]>;
  };
  const rules = Object.values(permissions).flat();
  expect(rules.filter((rule) => !/^mcp__[a-zA-Z0-9_-]+__[a-zA-Z0-9_-]+$/.test(rule))).toEqual([]);
});

test("in VS Code nobody approves once and for all what asks a person", () =>
  check("vscode/settings.json", {
    "chat.tools.eligibleForAutoApproval": {
      mail_bulk_send: false,
      mail_file_away: false,
      mail_search_web: false,
    },
  }));

test("VS Code is told nothing about tools that need no person", async () =>
  expect(await emitted("vscode/settings.json")).not.toContain("mail_read"));

test("no file names a forbidden tool", async () => {
  const files = await emitPackage(hostsEmitter, model, sampleOptions);
  const [, verb = ""] = forbidden.name.split(".");
  expect(files.filter(({ text }) => text.includes(verb))).toEqual([]);
});
