import type { JsonObject } from "@proviso/manifest";
import type { Store } from "../../src/api/ports.ts";
import { fixture, highRisk, tool } from "../sample.ts";

const inputSchema: JsonObject = {
  type: "object",
  properties: { text: { type: "string" }, cents: { type: "integer", minimum: 1 } },
  required: ["text", "cents"],
};
export const spendLimit = 100;
const budget = { of: "input.cents", per: "tool", limit: spendLimit, everyMs: 24 * 60 * 60_000 } as const;
const exception = { upTo: 20, budget, reason: "Small.", reviewer: "mia", expires: "2999-12-31" };

/** A server with a tool that has a budget and one that runs small calls by an exception. */
export function spendingServer(store: Store, env: string, spend: (input: JsonObject) => void) {
  const { call, server } = fixture({
    store,
    env,
    clock: { now: () => new Date() },
    tools: [
      tool({ name: "notes.budget", inputSchema, budget }),
      tool({ name: "notes.exception", ...highRisk, inputSchema, exception }),
    ],
    execute: (input) => {
      spend(input);
      return { id: "n" };
    },
  });
  return { server, call: (text: string, cents: number) => call(`notes.${text}`, { text, cents }) };
}
