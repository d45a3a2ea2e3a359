import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, toManifest } from "@proviso/compiler";
import { importTools, readList, readOpenApi } from "@proviso/compiler/import";
import { type JsonObject, wireInputSchema } from "@proviso/manifest";
import { expect, onTestFinished, test } from "vitest";
import { compiler, linkPackages, program, run } from "../src/round-trip.ts";
import type { Schema } from "../src/values.ts";
import { sampleOf } from "./sample.ts";
import { type DescribedServer, serveDescription, validatorOf } from "./openapi-server.ts";

const description = new URL(
  "../../../packages/compiler/test/import/fixtures/openapi/svix.json",
  import.meta.url,
);

/** Calls each tool as the project's server does, with a person who agrees to everything, and prints the outcomes. */
const driver = `
import { readFileSync } from "node:fs";
import { testPerson } from "@proviso/inbox/testing";
import { memoryState } from "@proviso/server";
import { callApproved } from "@proviso/server/testing";
import { createApp } from "./app.ts";
import { createHttpApi } from "./http-api.ts";
import { api } from "./operations.ts";

const [baseUrl = ""] = process.argv.slice(2);
const auth = api.auth ? { auth: api.auth } : {};
const service = createHttpApi({ baseUrl, ...auth, credential: "secret" });
const { app, approvals } = createApp(memoryState(), service);
const call = callApproved(app, { id: "somebody", kind: "agent", permissions: [] }, testPerson(approvals, { id: "somebody" }));
const calls: readonly (readonly [string, object])[] = JSON.parse(readFileSync("calls.json", "utf8"));
const outcomes = [];
for (const [tool, input] of calls) outcomes.push([tool, await call(tool, input)]);
console.log(JSON.stringify(outcomes));
`;

interface Outcome {
  readonly kind: string;
  readonly failure?: { readonly code: string };
}

test("252 tools of a real description call a real server", async () => {
  const document = JSON.parse(await readFile(description, "utf8")) as JsonObject;
  const folder = await mkdtemp(join(tmpdir(), "proviso-openapi-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await serveDescription(document as Readonly<Record<string, Schema>>);
  onTestFinished(() => server.close());
  const calls = callsOf(document);
  await makeProject(document, folder);

  const outcomes = await callAll(calls, server, folder);
  expect(server.faults).toEqual([]);
  expect(calls.length).toBe(252);
  const others = outcomes.filter(([, { kind }]) => kind !== "completed");
  // As text, which a report shows whole.
  expect(others.map((each) => JSON.stringify(each))).toEqual([]);
  expect(
    server.received.flatMap(({ operation, problems }) => problems.map((each) => [operation, each])),
  ).toEqual([]);
  // Each operation was called once, with the arguments where the description wants them.
  expect(server.received.map(({ operation }) => operation).toSorted()).toEqual(
    calls.map(({ operation }) => operation).toSorted(),
  );
  for (const { operation, input } of calls) {
    const seen = server.received.find((each) => each.operation === operation);
    for (const [name, value] of Object.entries(seen?.path ?? {})) expect(value).toBe(String(input[name]));
    // The server has filled in defaults.
    if ("body" in input) expect({ body: seen?.body }).toMatchObject({ body: input["body"] });
  }
  // A repeated request is told by the key of the call.
  const keys = server.received.flatMap(({ headers }) => headers["idempotency-key"] ?? []);
  expect(keys.length).toBeGreaterThan(50);
  expect(new Set(keys).size).toBe(keys.length);

  const listed = calls.find(({ operation }) => operation === "v1.endpoint.list");
  const deleted = calls.find(({ operation }) => operation === "v1.endpoint.delete");
  if (!listed || !deleted) throw new Error("the document has other operations");
  const codes = async (status: number, input = listed.input) => {
    server.failWith(status);
    const found = await callAll([{ ...listed, input }, deleted], server, folder);
    return found.map(([, outcome]) => outcome.failure?.code);
  };
  expect(await codes(404)).toEqual([
    expect.stringMatching(/not_found$/),
    expect.stringMatching(/not_found$/),
  ]);
  expect(await codes(429)).toEqual([
    expect.stringMatching(/too_many_requests$/),
    expect.stringMatching(/too_many_requests$/),
  ]);
});

interface PlannedCall {
  readonly tool: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A call of each tool, with arguments that its contract accepts. */
function callsOf(document: JsonObject): readonly PlannedCall[] {
  const { tools } = readList(readOpenApi(document).tools as never, { hasEffects: true }) ?? { tools: [] };
  const request = { tools, product: "hooks", domain: "hooks", isOneDomain: false };
  const { contracts, names } = importTools(request);
  const { model } = compile(contracts);
  if (!model) throw new Error("the contracts do not compile");
  const found = new Map(
    toManifest(model, { product: "hooks", wireNames: "underscore" }).tools.map((tool) => [tool.name, tool]),
  );
  return tools.map(({ name: operation, inputSchema }) => {
    const tool = names[operation] ?? "";
    const contract = found.get(tool);
    if (!contract) throw new Error(`${operation} has no contract`);
    const schema = wireInputSchema(contract);
    const validate = validatorOf(schema as Readonly<Record<string, Schema>>);
    const input = sampleOf(inputSchema);
    const problem = validate(schema as Schema, input);
    if (problem !== undefined) throw new Error(`${tool}: the arguments do not fit: ${problem}`);
    return { tool, operation, input: input as PlannedCall["input"] };
  });
}

async function makeProject(document: JsonObject, folder: string): Promise<void> {
  await writeFile(join(folder, "api.json"), JSON.stringify(document));
  await run(program, ["import", "api.json", "--product", "hooks"], folder);
  await run(program, ["generate"], folder);
  await writeFile(join(folder, "src/drive.ts"), driver);
  await linkPackages(folder);
  await run(compiler, ["-p", "."], folder);
  await run("--test", ["dist/test/app.js"], folder);
}

async function callAll(
  calls: readonly PlannedCall[],
  { url }: DescribedServer,
  folder: string,
): Promise<readonly (readonly [string, Outcome])[]> {
  await writeFile(join(folder, "calls.json"), JSON.stringify(calls.map(({ tool, input }) => [tool, input])));
  const { stdout } = await run("dist/drive.js", [url], folder);
  return JSON.parse(stdout) as readonly (readonly [string, Outcome])[];
}
