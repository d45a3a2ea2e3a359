// On real disks: `09-audit-loss-on-disk.long.test.ts`. Somebody changes the trail: `09-audit-tampering.long.test.ts`.
import { expect, test } from "vitest";
import { fingerprint } from "../../src/canonical/fingerprint.ts";
import type { AuditSink } from "../../src/api/ports.ts";
import { creates, fixture, tool } from "../sample.ts";
import { surfaces } from "./surfaces.ts";

/** A sink that takes so many records and then breaks, at once or after a while. */
function sinkFor(records: number, isSynchronous: boolean): AuditSink {
  let taken = 0;
  return {
    append() {
      if (taken++ < records) return Promise.resolve();
      if (isSynchronous) throw new Error("ENOSPC: /var/s3cret");
      return new Promise((_, reject) => setTimeout(() => reject(new Error("EIO: /var/s3cret")), 5));
    },
    close: () => Promise.resolve(),
  };
}

for (const [name, attack] of surfaces) {
  for (const isSynchronous of [true, false]) {
    const how = isSynchronous ? "at once" : "later";
    const check = async (records: number, expected: string, runs: number) => {
      const server = fixture({
        audit: sinkFor(records, isSynchronous),
        tools: [tool({ sideEffects: [creates] })],
      });
      expect(await attack(server, "notes.create", { text: "a" })).toBe(expected);
      expect(server.ran).toHaveLength(runs);
    };
    test(`${name}: a sink that breaks ${how} before the effect stops it`, () =>
      check(0, "server_unavailable", 0));
    test(`${name}: a sink that breaks ${how} after the effect leaves a doubt`, () =>
      check(1, "outcome_unknown", 1));
  }
  test(`${name}: a sink that never answers stops the call, and does not hold it`, async () => {
    const audit: AuditSink = { append: () => new Promise(() => {}), close: () => Promise.resolve() };
    const server = fixture({ audit, auditMs: 20, tools: [tool({ sideEffects: [creates] })] });
    expect(await attack(server, "notes.create", { text: "a" })).toBe("server_unavailable");
    expect(server.ran).toHaveLength(0);
  });
  test(`${name}: an effect that was recorded nowhere but happened is not run again under its key`, async () => {
    const tools = [tool({ idempotency: { key: ["text"], ttlMs: 60_000 } })];
    const broken = fixture({ tools, audit: sinkFor(1, true) });
    expect(await attack(broken, "notes.create", { text: "a" })).toBe("outcome_unknown");
    const mended = fixture({ tools, store: broken.store, clock: broken.clock });
    expect(await attack(mended, "notes.create", { text: "a" })).toBe("replayed");
    expect([broken.ran.length, mended.ran.length]).toEqual([1, 0]);
  });
}

test("names that give a secret away are left out of the audit, and others are not", async () => {
  const secret = [
    "password",
    "passphrase",
    "dbPasswd",
    "sessionToken",
    "id_token",
    "Authorization",
    "jwt",
    "signingKey",
  ];
  const plain = ["text", "passenger", "keyboard", "author"];
  const { audit, call } = fixture({ tools: [tool({ inputSchema: { type: "object" } })] });
  await call("notes.create", {
    ...Object.fromEntries([...secret, ...plain].map((name) => [name, `value of ${name}`])),
    tokenCount: 7,
  });
  const input = audit.records[0]?.input as Record<string, string>;
  expect(
    Object.keys(input)
      .filter((name) => input[name] === "[redacted]")
      .toSorted(),
  ).toEqual(secret.toSorted());
});

test.for<readonly [string, readonly (typeof creates)[]]>([
  ["without effect, which runs before its intent is written", []],
  ["with an effect", [creates]],
])("what a handler does to its input is on no record: %s", async ([, sideEffects]) => {
  const { call, audit } = fixture({
    tools: [tool({ sideEffects })],
    execute: (input) => {
      Object.assign(input, { text: "rewritten" });
      return { id: "n" };
    },
  });
  await call("notes.create", { text: "asked" });
  expect(audit.records[0]).toMatchObject({ kind: "intent", input: { text: "asked" } });
  expect(audit.records[0]?.fingerprint).toBe(fingerprint({ text: "asked" }));
});
