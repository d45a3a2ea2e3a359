import type { JsonObject } from "@proviso/manifest";
import type { InvokeOptions, Principal } from "../../src/api/outcome.ts";
import { anna, fixture, summary } from "../sample.ts";
import { adapter1, adapter2, type Adapter } from "../ways/in-memory.ts";
import { fromError } from "../ways/reply.ts";

export type Server = ReturnType<typeof fixture>;
/** What a person, or a client in their place, answers to a question. */
export type Person = (phrase: string | undefined) => {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: JsonObject;
};
export interface Caller {
  readonly principal?: Principal;
  readonly person?: Person;
  readonly idempotencyKey?: string;
}

/** One call from outside; the answer in a word: `completed`, `replayed`, `planned`, `unknown_tool` or a failure's code. */
export type Attack = (server: Server, name: string, input: unknown, caller?: Caller) => Promise<string>;

export const yes: Person = (phrase) => ({
  action: "accept",
  content: phrase === undefined ? { confirm: true } : { phrase },
});

const inProcess: Attack = async (server, name, input, { principal = anna, person, idempotencyKey } = {}) => {
  const options: InvokeOptions = {
    principal,
    canAsk: person !== undefined,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const asked = await server.server.invoke(name, input, options);
  if (asked.kind !== "input_required" || !person) return word(asked);
  const answer = { state: asked.state, ...person(asked.request.phrase) };
  return word(await server.server.invoke(name, input, { ...options, answer }));
};

export function word(outcome: Parameters<typeof summary>[0]): string {
  return "failure" in outcome ? outcome.failure.code : summary(outcome);
}

const overMcp =
  ({ connect }: Adapter): Attack =>
  async (server, name, input, { principal = anna, person, idempotencyKey } = {}) => {
    const client = await connect(server.server, {
      principal,
      person: person && (({ note }) => person(note.phrase)),
    });
    const meta = idempotencyKey === undefined ? {} : { "dev.proviso/idempotencyKey": idempotencyKey };
    try {
      return wordOf((await client.call({ name, arguments: input, _meta: meta }))["_meta"]);
    } catch (error) {
      return fromError(error, name).word;
    } finally {
      await client.close();
    }
  };

export function wordOf(meta: unknown): string {
  const { "dev.proviso/outcome": outcome, "dev.proviso/failure": failure } = meta as {
    readonly "dev.proviso/outcome"?: { readonly kind: string; readonly replayed: boolean };
    readonly "dev.proviso/failure"?: { readonly code: string };
  };
  if (failure) return failure.code;
  if (outcome) return outcome.replayed ? "replayed" : outcome.kind;
  return "neither outcome nor failure";
}

/** Every way to reach a tool. */
export const surfaces: readonly (readonly [name: string, attack: Attack])[] = [
  ["in process", inProcess],
  ["over MCP 1.x", overMcp(adapter1)],
  ["over MCP 2.x", overMcp(adapter2)],
];
