import type { JsonObject } from "@proviso/manifest";
import type { Action, Clause, Tool } from "../model.ts";
import { contractList, contractPart, judgeRefusal, refuted, survived, wasDone } from "./facts.ts";

const call = (
  tool: Tool | undefined,
  args: JsonObject,
  rest: { readonly as?: "nobody" | "stale" } = {},
): Action => ({
  kind: "call",
  tool: tool?.name ?? "",
  arguments: args,
  ...rest,
});

export const permission: Clause = {
  name: "permission",
  summary: "A caller without a tool's permissions is refused.",
  claim(tool) {
    const needed = contractList(tool, "permissions");
    return needed.length > 0
      ? { text: `it refuses callers without ${needed.join(", ")}`, source: "contract" }
      : undefined;
  },
  missing: (_tool, { callers }) =>
    callers.includes("nobody") ? undefined : "a caller without permissions: --nobody",
  actions: (tool, args) => [call(tool, args, { as: "nobody" })],
  judge: (_tool, steps) => judgeRefusal(steps, "for a caller without permissions"),
};

export const stepUp: Clause = {
  name: "step-up",
  summary: "A caller whose log-in is too old is refused.",
  claim: (tool) =>
    contractPart(tool, "stepUpAuth")["kind"] === "always"
      ? { text: "it refuses a caller whose log-in is too old", source: "contract" }
      : undefined,
  missing: (_tool, { callers }) =>
    callers.includes("stale") ? undefined : "a caller whose log-in is too old: --stale",
  actions: (tool, args) => [call(tool, args, { as: "stale" })],
  judge: (_tool, steps) => judgeRefusal(steps, "for a caller whose log-in is too old"),
};

export const confirmation: Clause = {
  name: "confirmation",
  summary: "Without a person who confirms it, a call that needs one is refused.",
  claim: (tool) =>
    contractPart(tool, "confirmation")["kind"] === "always"
      ? { text: "it refuses a call that no person has confirmed", source: "contract" }
      : undefined,
  actions: (tool, args) => [call(tool, args)],
  judge: (_tool, steps) => judgeRefusal(steps, "though no person confirmed it"),
};

export const requirements: Clause = {
  name: "requirements",
  summary: "A client that does not meet a tool's requirements is refused.",
  claim(tool) {
    const needed = contractList(tool, "requirements");
    return needed.length > 0
      ? { text: `it refuses a client that does not meet ${needed.join(", ")}`, source: "contract" }
      : undefined;
  },
  actions: (tool, args) => [call(tool, args)],
  judge: (_tool, steps) => judgeRefusal(steps, "for a client that meets no requirement"),
};

const mostCalls = 60;
/** A shorter window may pass before the calls are made. */
const leastWindowMs = 5000;

export const callLimit: Clause = {
  name: "rate-limit",
  summary: "More calls than the limit allows are refused.",
  claim(tool) {
    const { limit, perMs } = contractPart(tool, "rateLimit");
    return typeof limit === "number" && typeof perMs === "number" && perMs >= leastWindowMs
      ? { text: `it takes at most ${limit} calls within ${perMs / 1000} s`, source: "contract" }
      : undefined;
  },
  missing: (tool) =>
    Number(contractPart(tool, "rateLimit")["limit"]) > mostCalls
      ? `more than ${mostCalls} calls in a row, which verify does not make`
      : undefined,
  actions(tool, args) {
    const limit = Number(contractPart(tool, "rateLimit")["limit"]);
    return Array.from({ length: limit + 1 }, () => call(tool, args));
  },
  judge(tool, steps) {
    const { limit, perMs } = contractPart(tool, "rateLimit");
    const spentMs = steps.reduce((sum, { answer }) => sum + answer.ms, 0);
    if (steps.every(wasDone) && spentMs < Number(perMs) / 2)
      return refuted(`${steps.length} calls in a row completed, and the limit is ${String(limit)}`);
    return steps.some(({ answer }) => answer.code === "rate_limit_exceeded") ? survived : { kind: "void" };
  },
};
