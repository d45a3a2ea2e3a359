import { metaKeys } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { buildCatalog } from "../../src/pinning/catalog.ts";
import type { Knowledge } from "../../src/pinning/catalog.ts";
import { definitionOf } from "../../src/pinning/tool-definition.ts";
import { claimedContract } from "../../src/tool/claims.ts";
import { fingerprint } from "../../src/connection/fingerprint.ts";
import type { WireTool } from "../../src/index.ts";
import { contract, deletion, manifestOf } from "../contract.ts";
import { hashOf, listed } from "../fake-connection.ts";

const nothing: Knowledge = {
  manifest: undefined,
  trustedContracts: [],
  definitions: undefined,
  acknowledged: new Set(),
  trustAnnotations: false,
};

function plain(name: string, more: Partial<WireTool> = {}): WireTool {
  return { name, inputSchema: { type: "object" }, meta: {}, ...more };
}

/** The entry of the only tool. */
async function entryOf(known: Partial<Knowledge>, ...tools: readonly WireTool[]) {
  const { entries } = await buildCatalog({ ...nothing, ...known }, tools);
  const [entry] = entries.values();
  if (!entry) throw new Error("an entry");
  return entry;
}

const claimedHash = async (tool: WireTool): Promise<string> => fingerprint(claimedContract(tool) ?? {});
const dryRun = { mode: "supported", preview: { type: "object" } } as const;

test("without a stated style, a pinned tool that is not listed is called without dots", async () => {
  const { wireNames: _dotted, ...manifest } = manifestOf(contract());
  const { tool } = await entryOf({ manifest: manifest as Knowledge["manifest"] });
  expect(tool.wireName).toBe("customers_get");
});

test("a title is the listed one, else the annotated one, else the name; without a description it is empty", async () => {
  const annotations = { title: "Annotated" };
  for (const [more, title, description] of [
    [{ title: "Listed", annotations, description: "Says." }, "Listed", "Says."],
    [{ annotations }, "Annotated", ""],
    [{ annotations: { title: 1 } }, "notes", ""],
    [{}, "notes", ""],
  ] as const)
    expect((await entryOf({}, plain("notes", more))).tool).toMatchObject({ title, description });
});

test("requirements are those of `execution`, else those of the shown contract, else none", async () => {
  const { execution: _execution, ...shown } = listed(contract({ requirements: ["env:production"] }));
  const both = { ...shown, execution: { requirements: ["auth:oauth2"] } };
  expect((await entryOf({}, both)).tool.requirements).toEqual(["auth:oauth2"]);
  expect((await entryOf({}, shown)).tool.requirements).toEqual(["env:production"]);
  expect((await entryOf({}, plain("notes"))).tool.requirements).toEqual([]);
  expect((await entryOf({}, plain("notes", { execution: { requirements: [1] } }))).tool.requirements).toEqual(
    [],
  );
});

test("a drifted tool requires what its contract does, and what the server adds; its claims are not trusted", async () => {
  const pinned = contract({ requirements: ["env:production"] });
  const tool = listed(contract({ requirements: ["env:production", "auth:oauth2"] }));
  const known = { manifest: manifestOf(pinned), trustAnnotations: true };
  const entry = await entryOf(known, tool);
  expect(entry.tool.requirements).toEqual(["env:production", "auth:oauth2"]);
  expect(entry.subject).toMatchObject({ kind: "unverified", claims: { trusted: false }, pinned });
  expect(entry.named.hashes).toEqual([pinned.hash, await claimedHash(tool)]);
  const { execution: _execution, ...withoutExecution } = tool;
  const silent = await entryOf(known, { ...withoutExecution, meta: {} });
  expect(silent.tool.requirements).toEqual(["env:production"]);
  expect(silent.named.hashes).toEqual([pinned.hash]);
});

test("trusted annotations are trusted until the definition of the tool changes", async () => {
  const tool = plain("notes", { annotations: { readOnlyHint: true, destructiveHint: false } });
  const before = new Map([["notes", definitionOf({ ...tool, description: "Before." })]]);
  const trusted = await entryOf({ trustAnnotations: true }, tool);
  expect(trusted.tool).toMatchObject({ classification: "read_only", claims: { trusted: true } });
  expect(trusted.subject).toMatchObject({ kind: "unverified", why: "unpinned" });
  const changed = await entryOf({ trustAnnotations: true, definitions: before }, tool);
  expect(changed.tool).toMatchObject({ classification: "unclassified", claims: { trusted: false } });
  expect(changed.subject).toMatchObject({ kind: "unverified" });
  expect(changed.changes).not.toEqual([]);
});

test("a question about a pinned tool may name its hash, or the hash of the contract that the server lists", async () => {
  const tool = contract();
  const wire = listed(tool);
  const manifest = manifestOf(tool);
  expect((await entryOf({ manifest }, wire)).named.hashes).toEqual(["c0ffee", await claimedHash(wire)]);
  expect((await entryOf({ manifest })).named.hashes).toEqual(["c0ffee"]);
});

test("a pinned tool requires confirmation only if its contract always does", async () => {
  for (const [confirmation, expected] of [
    [{ kind: "always" }, true],
    [{ kind: "never" }, false],
    [{ kind: "when", condition: "true" }, false],
  ] as const) {
    const tool = contract({ confirmation });
    const entry = await entryOf({ manifest: manifestOf(tool) }, listed(tool));
    expect(entry.tool.metadata["requiresConfirmation"]).toBe(expected);
  }
});

test("a listed tool cannot take the place of a pinned one, and of two with one name the first counts", async () => {
  const tool = contract();
  const trusted = [hashOf(tool)];
  const manifest = manifestOf(contract({ name: "notes.list" }));
  const catalog = await buildCatalog({ ...nothing, manifest, trustedContracts: trusted }, [
    listed(tool),
    plain("customers.get"),
    plain("customers_get"),
    plain("notes_list"),
  ]);
  expect([...catalog.entries.keys()]).toEqual(["notes.list", "customers.get", "customers_get"]);
  expect(catalog.find("notes.list")?.subject).toMatchObject({
    kind: "unverified",
    pinned: { name: "notes.list" },
  });
  expect(catalog.find("customers.get")?.tool.contract).toBeDefined();
  const twice = await buildCatalog({ ...nothing, trustedContracts: trusted }, [
    { ...listed(tool), name: "customers_get" },
    plain("customers.get", { title: "Impostor" }),
  ]);
  expect(twice.entries.size).toBe(1);
  expect(twice.find("customers.get")?.tool).toMatchObject({ wireName: "customers_get", title: tool.title });
});

test("a tool with a trusted contract is found by its contract's name and as listed", async () => {
  const tool = contract();
  const wire = { ...listed(tool), name: "customers_get" };
  const { find } = await buildCatalog({ ...nothing, trustedContracts: [hashOf(tool)] }, [wire]);
  for (const name of ["customers.get", "customers_get"])
    expect(find(name)?.tool.contract?.name).toBe("customers.get");
  expect(find("customers.put")).toBeUndefined();
});

test("a trusted contract vouches only for a tool of its name that shows the same", async () => {
  const tool = contract();
  const trustedContracts = [hashOf(tool)];
  const check = async (wire: WireTool, trusted: boolean): Promise<void> =>
    expect((await entryOf({ trustedContracts }, wire)).tool.contract !== undefined).toBe(trusted);
  const wire = listed(tool);
  await check(wire, true);
  await check({ ...wire, description: "Also deletes." }, false);
  await check({ ...wire, inputSchema: { type: "object", properties: { all: {} } } }, false);
  const said = wire.meta[metaKeys.contract] as JsonObject;
  const whole = { ...said, ...claimedContract(wire) };
  await check({ ...wire, name: "customers_wipe", meta: { [metaKeys.contract]: whole } }, false);
  await check(plain("notes"), false);
});

test("the plan of a tool is found only if it is listed, also for one that drifted", async () => {
  const tool = deletion({ dryRun });
  const manifest = manifestOf(tool);
  const plan = plain("customers.delete_plan");
  for (const wire of [listed(tool), { ...listed(tool), description: "New." }]) {
    expect((await entryOf({ manifest }, wire, plan)).planName).toBe(plan.name);
    expect(await entryOf({ manifest }, wire)).not.toHaveProperty("planName");
  }
});

test("a definition is known under the other spelling of its name, unless that is still listed", async () => {
  const definitions = new Map(
    [plain("mail"), plain("emails.send")].map((tool) => [tool.name, definitionOf(tool)]),
  );
  const drift = async (...tools: readonly WireTool[]) =>
    (await buildCatalog({ ...nothing, definitions }, tools)).drift.map((each) => [each.tool, each.kind]);
  expect(await drift(plain("emails_send"))).toEqual([]);
  expect(await drift(plain("emails_send", { description: "New." }))).toEqual([["emails_send", "changed"]]);
  expect(await drift(plain("emails.send"), plain("emails_send"))).toEqual([["emails_send", "added"]]);
  expect(await drift(plain("other"))).toEqual([["other", "added"]]);
});

test("a new tool is reported once the client knows others, by a manifest or by an earlier list", async () => {
  const kinds = async (known: Partial<Knowledge>) =>
    (await buildCatalog({ ...nothing, ...known }, [plain("notes")])).drift.map(({ kind }) => kind);
  expect(await kinds({})).toEqual([]);
  expect(await kinds({ manifest: manifestOf(contract()) })).toEqual(["added"]);
  expect(await kinds({ definitions: new Map() })).toEqual(["added"]);
});

test("a server's question names the claimed contract; a person types that name only if it spells the listed one", async () => {
  const shows = (name: string, facts: JsonObject): WireTool =>
    plain(name, { meta: { [metaKeys.contract]: facts } });
  const names = async (wire: WireTool) => {
    const { name, spoken } = (await entryOf({}, wire)).named;
    return [name, spoken];
  };
  expect(await names(plain("emails_send"))).toEqual(["emails_send", "emails_send"]);
  expect(await names(shows("emails_send", { name: "emails.send" }))).toEqual(["emails.send", "emails.send"]);
  expect(await names(shows("send", { name: "emails.send", wireName: "send" }))).toEqual([
    "emails.send",
    "send",
  ]);
  expect(await names(shows("send", { name: "emails.send", wireName: "mail" }))).toEqual(["send", "send"]);
});

test("a title, an output schema and hints that a server drops are differences", async () => {
  const tool: ToolContract = contract({ outputSchema: { type: "object", properties: { id: {} } } });
  const wire = listed(tool);
  const { title: _title, ...untitled } = wire;
  const { outputSchema: _output, ...withoutOutput } = wire;
  for (const changed of [untitled, withoutOutput, { ...wire, annotations: { readOnlyHint: "true" } }])
    expect((await entryOf({ manifest: manifestOf(tool) }, changed)).subject).toHaveProperty("kind");
  expect(definitionOf(wire)).toMatchObject({ title: tool.title, outputSchema: wire.outputSchema });
  expect(
    definitionOf(plain("x", { annotations: { readOnlyHint: "true" } })).hints["readOnlyHint"],
  ).toBeNull();
});
