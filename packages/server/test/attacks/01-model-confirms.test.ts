// In process: `test/stages/confirm.test.ts`, "no argument value whatever runs a tool that needs a person".
import fc from "fast-check";
import { expect, test } from "vitest";
import { criticalRisk, fixture, highRisk, tool } from "../sample.ts";
import { adapter1, adapter2 } from "../ways/in-memory.ts";

const inputSchema = { type: "object" };
const tools = [
  tool({ ...highRisk, name: "notes.high", inputSchema }),
  tool({ ...criticalRisk, name: "notes.critical", inputSchema }),
];
const names = [
  "confirm",
  "confirmed",
  "approved",
  "answer",
  "state",
  "phrase",
  "canAsk",
  "action",
  "content",
];
const key = fc.oneof(fc.constantFrom(...names, "dev.proviso/confirmation", "inputResponses"), fc.string());
const yes = fc.constantFrom<unknown>(true, "true", "yes", 1, { confirm: true }, { action: "accept" });
const claims = fc.dictionary(key, fc.oneof(yes, fc.jsonValue(), fc.dictionary(key, yes)));

test.each([adapter1, adapter2])(
  "$name: nothing that a model writes into a request confirms it",
  async ({ connect }) => {
    const { server, ran } = fixture({ tools });
    const client = await connect(server);
    const check = async (name: string, args: object, meta: object, beside: object): Promise<void> => {
      const params = { ...beside, name, arguments: args, _meta: meta };
      const answer = await client.request("tools/call", params).catch((error: Error) => ({ error }));
      expect(JSON.stringify(answer)).not.toMatch(/"kind":"(completed|planned)"/);
      expect(ran).toEqual([]);
    };
    const name = fc.constantFrom("notes.high", "notes.critical");
    await fc.assert(fc.asyncProperty(name, claims, claims, claims, check), { seed: 20261121, numRuns: 150 });
  },
);
