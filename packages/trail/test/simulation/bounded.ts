import type { Bounds } from "./bounded-world.ts";
import type { ToolName } from "./contracts.ts";
import type { Setup } from "./world.ts";

interface Bounded {
  readonly setup: Setup;
  readonly bounds: Bounds;
  /** Whether the tests have time for it. */
  readonly isSmall: boolean;
}

/** Two clients who want the same effect, each in two attempts. */
export const bounded: Readonly<Record<string, Bounded>> = {
  "two machines and one fault": {
    setup: twoClients("notes.create", ["A", "B"]),
    bounds: { faults: 1, leaps: 0 },
    isSmall: true,
  },
  "two machines, and a lease that ends": {
    setup: twoClients("notes.create", ["A", "B"]),
    bounds: { faults: 0, leaps: 1 },
    isSmall: true,
  },
  "two approved calls and one fault": {
    setup: twoClients("notes.publish", ["A", "B"]),
    bounds: { faults: 1, leaps: 0 },
    isSmall: true,
  },
  "one machine and one fault": {
    setup: twoClients("notes.create", ["A"]),
    bounds: { faults: 1, leaps: 0 },
    isSmall: false,
  },
  "one machine, and a lease that ends": {
    setup: twoClients("notes.create", ["A"]),
    bounds: { faults: 0, leaps: 1 },
    isSmall: false,
  },
  "a call that can be found out, and one fault": {
    setup: twoClients("notes.send", ["A", "B"]),
    bounds: { faults: 1, leaps: 0 },
    isSmall: false,
  },
  "a key of the contract and one fault": {
    setup: twoClients("notes.pay", ["A", "B"]),
    bounds: { faults: 1, leaps: 0 },
    isSmall: false,
  },
};

function twoClients(tool: ToolName, machines: readonly string[]): Setup {
  const wish = { tool, text: "x", hasOwnKey: tool === "notes.create" };
  const clients = [machines.at(0), machines.at(-1)].map((name = "A") => ({
    wish,
    machines: [name, name],
    answer: "accept" as const,
  }));
  return { machines, clients, timeoutMs: 60_000, seed: 1 };
}
