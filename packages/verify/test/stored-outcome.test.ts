import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { reportOf, resultOf, serverCommand } from "./run-program.ts";

const contracts = fileURLToPath(new URL("controls/payments.yaml", import.meta.url));

/** Verifies a server that remembers payments by their arguments. */
const verdicts = async (how: string, ...clauses: readonly string[]): Promise<readonly unknown[]> => {
  const words = ["--disposable", "--trials", "1", "--contracts", contracts, "--ignore", "known.json"];
  const report = await reportOf([...words, "--", ...serverCommand("controls/payments.mjs", how)]);
  return clauses.map((clause) => resultOf(report, clause, "pay").verdict);
};

test("a call is killed whose arguments the server has not seen, so that one that pays twice is found", async () => {
  expect(await verdicts("after-kill", "idempotent-after-crash")).toMatchObject([{ kind: "refuted" }]);
});

test("two calls are made at once whose arguments the server has not seen", async () => {
  expect(await verdicts("concurrently", "idempotent-at-once")).toMatchObject([{ kind: "refuted" }]);
});

test("a server that answers all calls with outcomes of an earlier run shows nothing, and no result is printed", async () => {
  const clauses = [
    "idempotent",
    "idempotent-at-once",
    "idempotent-after-crash",
    "failures-fit",
    "effects-declared",
  ];
  const missing = expect.stringMatching(/none did: the server answered with the outcome of an earlier call$/);
  const untried = { kind: "unobservable", missing };
  expect(await verdicts("always-known", ...clauses)).toEqual(clauses.map(() => untried));
});
