import { expect } from "vitest";
import {
  contractParts,
  extensionName,
  type ListedTool,
  metaKeys,
  readListedContract,
  resolveMethod,
  type ToolContract,
  type ToolDefinition,
} from "@proviso/manifest";
import type { Behaviours } from "./bench.ts";
import { tools } from "./product.ts";
import { serverInfo } from "./server-info.ts";

const contractOf = (name: string) => tools.find((tool) => tool.name === name);
/** The facts of the contract that a client reads from a definition. */
function factsIn(definition: ToolDefinition | undefined): object | undefined {
  const tool = { ...definition, meta: definition?.["_meta"] } as unknown as ListedTool;
  const { rest: _rest, ...facts } = readListedContract(tool) ?? {};
  return facts;
}
const factsOf = (contract: ToolContract | undefined) => contract && contractParts(contract).facts;

const listed = tools.filter(({ riskLevel }) => riskLevel !== "forbidden").map(({ name }) => name);

export const lists: Behaviours = {
  "a definition carries the schemas, five explicit hints, and of the contract what they do not say": async ({
    come,
  }) => {
    const definitions = await (await come()).list();
    const contract = contractOf("notes.create");
    const definition = definitions.find(({ name }) => name === "notes.create");
    expect(factsIn(definition)).toEqual(factsOf(contract));
    expect(definition).toEqual({
      name: "notes.create",
      title: "Create a note",
      description: "Keeps a text.",
      inputSchema: contract?.inputSchema,
      outputSchema: contract?.outputSchema,
      annotations: {
        title: "Create a note",
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
        agencyHint: false,
      },
      _meta: { [metaKeys.contract]: expect.any(Object) },
    });
  },

  "requirements and the need for a person are stated where they exist, and where the protocol has a place":
    async ({ come, way }) => {
      const definitions = await (await come()).list();
      const launch = definitions.find(({ name }) => name === "notes.launch");
      expect(factsIn(launch)).toEqual(factsOf(contractOf("notes.launch")));
      expect(launch?.["_meta"]).toMatchObject({ "anthropic/requiresUserInteraction": true });
      const execution = { requirements: ["env:production"] };
      expect(launch?.execution).toEqual(way.protocol === "2026-07-28" ? undefined : execution);
    },

  "a tool with a dry run takes `dryRun` and returns an object: its output or a plan": async ({ come }) => {
    const definitions = await (await come()).list();
    expect(definitions.find(({ name }) => name === "notes.bulk")).toMatchObject({
      inputSchema: { properties: { text: { type: "string" }, dryRun: { type: "boolean" } } },
      outputSchema: { type: "object", anyOf: [expect.anything(), expect.anything()] },
    });
  },

  "beside it is a read-only tool that takes the same arguments and returns the plan": async ({ come }) => {
    const definitions = await (await come()).list();
    const plan = definitions.find(({ name }) => name === "notes.bulk_plan");
    expect(plan).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false },
      outputSchema: { type: "object", required: expect.arrayContaining(["dryRun", "expectedSideEffects"]) },
      _meta: { [metaKeys.planOf]: "notes.bulk" },
    });
    expect(plan?.inputSchema).toEqual(contractOf("notes.bulk")?.inputSchema);
  },

  "a tool has an output schema only where it returns structured content": async ({ come }) => {
    const definitions = await (await come()).list();
    const schemaOf = (name: string) => definitions.find((each) => each.name === name)?.outputSchema;
    expect(schemaOf("notes.page")).toBeUndefined();
    expect(schemaOf("notes.picture")).toMatchObject({ type: "object", required: ["id"] });
  },

  "each principal sees, in order, what is for them, and nobody sees what is forbidden": async ({ come }) => {
    const namesFor = async (who: "anna" | "ben" | "reader") =>
      (await (await come(who)).list()).map(({ name }) => name);
    const open = listed.filter((name) => name !== "notes.hidden").toSorted();
    const withPlans = (names: readonly string[]) =>
      names.flatMap((name) => (contractOf(name)?.dryRun ? [name, `${name}_plan`] : [name]));
    expect(await namesFor("anna")).toEqual(withPlans(open));
    expect(await namesFor("reader")).toEqual(withPlans(open));
    expect(await namesFor("ben")).toEqual(withPlans(listed.toSorted()));
  },

  "the server announces the extension, and nothing but tools": async ({ come, way }) => {
    const announced = {
      protocolVersion: way.protocol,
      capabilities: { tools: {}, extensions: { [extensionName]: { version: 1, resolve: resolveMethod } } },
      serverInfo,
    };
    expect((await come()).announced()).toEqual(way.protocol && announced);
  },
};
