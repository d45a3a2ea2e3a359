// What the audit stage answers, and puts on record, when something throws.
import { expect, test } from "vitest";
import { anna, failureMode, fixture, tool } from "../sample.ts";

test("a call that cannot be recorded is told to retry as its contract says", async () => {
  const failureModes = [failureMode("server_unavailable", "never")];
  const { call } = fixture({
    audit: { append: () => Promise.reject(new Error("disk full")), close: async () => {} },
    tools: [tool({ failureModes })],
  });
  expect(await call("notes.create", { text: "x" })).toMatchObject({
    failure: { code: "server_unavailable", retry: "never" },
  });
});

test("what throws at once in a stage refuses the call too", async () => {
  const { audit, callAs, clock, ran } = fixture();
  const { now } = clock;
  const call = callAs({ ...anna, expiresAt: now().getTime() / 1000 + 60 });
  const append = audit.append.bind(audit);
  audit.append = (entry) => {
    if (entry.kind === "intent")
      clock.now = () => {
        clock.now = now;
        throw new RangeError("s3cret");
      };
    return append(entry);
  };
  const outcome = await call("notes.create", { text: "x" });
  expect(outcome).toMatchObject({ kind: "refused", failure: { code: "internal_error" } });
  expect([audit.records[1]?.fault, ran]).toEqual(["the pipeline threw RangeError", []]);
});

test("a store that fails refuses the call, and the audit names the error without its message", async () => {
  const broken = { ...fixture().store, insert: () => Promise.reject(new RangeError("s3cret")) };
  const faults: string[] = [];
  const server = fixture({
    store: broken,
    tools: [tool({ rateLimit: { limit: 1, perMs: 1000 } })],
    onFault: (error, name) => void faults.push(`${name}: ${String(error)}`),
  });
  const outcome = await server.call("notes.create", { text: "x" });
  expect(outcome).toMatchObject({
    kind: "refused",
    failure: { code: "server_unavailable", message: "The call was refused: state store unavailable." },
  });
  expect(server.ran).toEqual([]);
  expect(server.audit.records[1]?.fault).toBe("the store threw RangeError");
  expect(faults).toEqual(["notes.create: RangeError: s3cret"]);
});

test("an error of the host's code refuses the call, and the audit names it without its message", async () => {
  const ports = (): never => {
    throw new RangeError("s3cret");
  };
  const { audit, call, ran } = fixture({ ports });
  expect(await call("notes.create", { text: "x" })).toMatchObject({
    kind: "refused",
    failure: { code: "internal_error", retry: "never" },
  });
  expect([audit.records[1]?.fault, ran]).toEqual(["the pipeline threw RangeError", []]);
});
