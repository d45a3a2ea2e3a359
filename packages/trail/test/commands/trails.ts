import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest, ToolContract } from "@proviso/manifest";
import { createEnforcingServer, type AuditEntry, type AuditSink, type Principal } from "@proviso/server";
import { callApproved } from "@proviso/server/testing";
import { onTestFinished } from "vitest";

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "proviso-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Keys {
  readonly key: KeyObject;
  readonly publicKey: string;
}

export function newKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { key: privateKey, publicKey: publicKey.export({ type: "spki", format: "pem" }).toString() };
}

export function entry(callId: string, more: Partial<AuditEntry> = {}): AuditEntry {
  const time = "2026-01-01T00:00:00.000Z";
  return { callId, kind: "intent", time, tool: "files.get", event: "file.read", ...more };
}

const object = (property: string) => ({ type: "object", properties: { [property]: { type: "string" } } });

const notesCreate: ToolContract = {
  name: "notes.create",
  domain: "notes",
  title: "Create a note",
  description: "Keeps a text.",
  category: "notes",
  riskLevel: "high",
  autonomousExecution: false,
  confirmation: { kind: "always" },
  stepUpAuth: { kind: "never" },
  inputSchema: object("text"),
  outputSchema: object("id"),
  permissions: ["notes:write"],
  sideEffects: [{ kind: "creates", description: "A note.", reversible: true, external: false }],
  auditEvent: "note.created",
  failureModes: [],
  hints: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
    agencyHint: false,
  },
  requirements: [],
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
  metadata: {},
  examples: [],
  timeoutMs: 1000,
  hash: "0".repeat(64),
};
const manifest: Manifest = {
  format: 1,
  product: "sample",
  wireNames: "dotted",
  permissions: { "notes:write": "Write notes." },
  tools: [notesCreate],
};
const anna: Principal = { id: "anna", tenant: "acme", kind: "agent", permissions: ["notes:write"] };

/** Records one call that a person approves. */
export async function recordApprovedCall(audit: AuditSink, text: string): Promise<void> {
  const handlers = { "notes.create": () => ({ id: "n" }) };
  const server = createEnforcingServer({ manifest, handlers, audit, ports: () => ({}) });
  await callApproved(server, anna)("notes.create", { text });
  await server.close();
}
