import type { EnforcingServer, InvokeOptions, Outcome } from "../../src/api/outcome.ts";
import type { JsonObject } from "@proviso/manifest";
import { toolDefinitions } from "../../src/mcp.ts";
import { principals } from "./product.ts";
import { fromOutcome } from "./reply.ts";
import type { Caller, CallOptions, Reach, Way } from "./way.ts";

/** A program in the same process, which asks the person itself. */
export const inProcess: Way = {
  name: "in process",
  open: async (effects, { here }) => {
    const server = here(effects);
    return {
      connect: async (who, reach) => callerOf(server, who, reach),
      close: () => server.close(),
    };
  },
};

function callerOf(server: EnforcingServer, who: keyof typeof principals, reach: Reach): Caller {
  const principal = principals[who];
  return {
    list: async () =>
      server.list(principal).flatMap((tool) => toolDefinitions(tool, server.manifest.wireNames)),
    call: async (name, input = {}, options = {}) => {
      const given = { ...invocationOf(options), principal, canAsk: typeof reach === "function" };
      const outcome = await server.invoke(name, input, given);
      return fromOutcome(
        await answered(outcome, reach, (answer) => server.invoke(name, input, { ...given, answer })),
      );
    },
    resolve: async (name, input = {}) => {
      const answer = await server.resolve(name, input, { principal });
      if (answer.kind !== "resolved") return fromOutcome(answer);
      return {
        word: "resolved",
        value: answer.contract as unknown as JsonObject,
        whole: JSON.stringify(answer),
      };
    },
    announced: () => undefined,
    close: async () => {},
  };
}

function invocationOf({ idempotencyKey, signal, onprogress }: CallOptions): InvokeOptions {
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(signal && { signal }),
    ...(onprogress && { onProgress: onprogress }),
  };
}

async function answered(
  outcome: Outcome,
  reach: Reach,
  again: (answer: NonNullable<InvokeOptions["answer"]>) => Promise<Outcome>,
): Promise<Outcome> {
  if (outcome.kind !== "input_required" || typeof reach !== "function") return outcome;
  const { message, answerSchema, summary: _summary, ...note } = outcome.request;
  const answer = (await reach({ message, requestedSchema: answerSchema, note })) as {
    readonly action: "accept";
  };
  return again({ ...answer, state: outcome.state });
}
