import type { Answer, Principal } from "../../src/api/outcome.ts";
import { anna } from "../sample.ts";
import { adapter2 } from "../ways/in-memory.ts";
import { fromError } from "../ways/reply.ts";
import { word, wordOf, type Server } from "./surfaces.ts";

/** Where an answer comes with a call of its own, so that its bearer is free to bring any. */
export interface Exchange {
  readonly name: string;
  /** Asks the question of a call, and returns its sealed state. */
  ask(server: Server, name: string, input: object): Promise<string>;
  /** Calls with an answer, and says in a word what came of it. */
  bring(server: Server, name: string, input: unknown, answer: Answer, principal?: Principal): Promise<string>;
  /** What the pipeline gets to see of an input. */
  seen(input: unknown): unknown;
}

const inProcess: Exchange = {
  name: "in process",
  async ask({ server }, name, input) {
    const outcome = await server.invoke(name, input, { principal: anna, canAsk: true });
    if (outcome.kind !== "input_required") throw new Error(`nobody was asked about ${JSON.stringify(input)}`);
    return outcome.state;
  },
  bring: async ({ server }, name, input, answer, principal = anna) =>
    word(await server.invoke(name, input, { principal, answer })),
  seen: (input) => input,
};

const capabilities = { elicitation: {} };

/** A client of 2026-07-28. To clients of 2025 the state never leaves the server. */
const overMcp: Exchange = {
  name: "over MCP 2.x",
  async ask({ server }, name, input) {
    const client = await adapter2.connect(server, { capabilities });
    const asked = await client.request("tools/call", { name, arguments: input });
    await client.close();
    if (asked["resultType"] === "input_required") return String(asked["requestState"]);
    throw new Error(`nobody was asked: ${JSON.stringify(asked)}`);
  },
  async bring({ server }, name, input, { state, ...confirm }, principal = anna) {
    const client = await adapter2.connect(server, { capabilities, principal });
    const params = { name, arguments: input, requestState: state, inputResponses: { confirm } };
    try {
      return wordOf((await client.request("tools/call", params))["_meta"]);
    } catch (error) {
      return fromError(error, name).word;
    } finally {
      await client.close();
    }
  },
  /** The SDK's own parser drops this name before anybody sees it. */
  seen: (input) =>
    Object.fromEntries(Object.entries(input as object).filter(([name]) => name !== "__proto__")),
};

export const exchanges: readonly Exchange[] = [inProcess, overMcp];
