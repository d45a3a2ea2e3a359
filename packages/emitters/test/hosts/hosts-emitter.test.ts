import { expect, test } from "vitest";
import type { EmittedFile } from "../../src/emitter.ts";
import { hostsEmitter } from "../../src/hosts/hosts-emitter.ts";
import { bulkSend, forbidden, sampleModel, sampleOptions, sampleTool } from "../sample-model.ts";

const reading = sampleTool();
const writing = sampleTool({
  name: "mail.file_away",
  hints: { ...reading.hints, readOnlyHint: false },
  sideEffects: [{ kind: "updates", description: "Moves a message.", reversible: true, external: false }],
});
const model = sampleModel(reading, writing, bulkSend, forbidden);

function emitted(path: string, product = "acme"): string {
  const files = hostsEmitter.emit(model, { ...sampleOptions, product }) as EmittedFile[];
  return files.find((file) => file.path === path)?.text ?? "";
}

function check(path: string, expected: object, product?: string): void {
  expect(JSON.parse(emitted(path, product))).toMatchObject(expected);
}

test("Claude Code runs a low tool that only reads, and asks about every other one", () =>
  check("claude-code/settings.json", {
    permissions: {
      allow: ["mcp__acme__mail_read"],
      ask: ["mcp__acme__mail_bulk_send", "mcp__acme__mail_file_away"],
      deny: [],
    },
  }));

test("names are written as Claude Code writes them", () =>
  check(
    "claude-code/settings.json",
    { permissions: { allow: ["mcp__Acme_Back_office__mail_read"] } },
    "Acme Back office",
  ));

test("every rule has the form that the published schema of the settings asks for", () => {
  const { permissions } = JSON.parse(emitted("claude-code/settings.json")) as {
    permissions: Record<string, readonly string[]>;
  };
  const rules = Object.values(permissions).flat();
  expect(rules.filter((rule) => !/^mcp__[a-zA-Z0-9_-]+__[a-zA-Z0-9_-]+$/.test(rule))).toEqual([]);
});

test("in VS Code nobody approves once and for all what asks a person", () =>
  check("vscode/settings.json", {
    "chat.tools.eligibleForAutoApproval": { mail_bulk_send: false, mail_file_away: false },
  }));

test("VS Code is told nothing about tools that need no person", () =>
  expect(emitted("vscode/settings.json")).not.toContain("mail_read"));

test("no file names a forbidden tool", () => {
  const files = hostsEmitter.emit(model, sampleOptions) as EmittedFile[];
  const [, verb = ""] = forbidden.name.split(".");
  expect(files.filter(({ text }) => text.includes(verb))).toEqual([]);
});
