// Which of a server's tools can be called, by which names, and what is known of each.
import { acceptedPlanNames, metaKeys } from "@proviso/manifest";
import type { Manifest, ToolContract } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import type { WireTool } from "../../src/index.ts";
import { asObject } from "../../src/connection/json.ts";
import { buildCatalog, type Catalog, type Knowledge } from "../../src/pinning/catalog.ts";
import { definitionOf } from "../../src/pinning/tool-definition.ts";
import { contract, deletion, manifestOf } from "../contract.ts";
import { hashOf, listed, listedPlan } from "../fake-connection.ts";

const get = contract();
const hash = hashOf(get);
/** As a server without contracts lists it. */
const plain = (name: string, more: Partial<WireTool> = {}): WireTool => ({
  name,
  inputSchema: { type: "object" },
  meta: {},
  ...more,
});
const named = (tool: ToolContract, name: string): WireTool => ({ ...listed(tool), name });

const build = (tools: readonly WireTool[], known: Partial<Knowledge> = {}): Promise<Catalog> =>
  buildCatalog(
    {
      manifest: undefined,
      trustedContracts: [],
      definitions: undefined,
      acknowledged: new Set(),
      trustAnnotations: false,
      ...known,
    },
    tools,
  );
const kinds = ({ drift }: Catalog): readonly string[] => drift.map(({ tool, kind }) => `${tool} ${kind}`);

describe("a tool with a pinned contract", () => {
  const manifest = manifestOf({ ...get, confirmation: { kind: "always" } });
  const entryOf = async (tools: readonly WireTool[], of: Manifest = manifest) =>
    (await build(tools, { manifest: of })).find("customers.get");

  test("is what its contract says, whether it is listed or not", async () => {
    const { wireNames: _dotted, ...underscore } = manifest;
    const unlisted = await entryOf([], underscore as Manifest);
    expect(unlisted?.tool).toMatchObject({
      wireName: "customers_get",
      metadata: { requires_confirmation: true },
    });
    expect(unlisted?.named.hashes).toEqual([get.hash]);
    expect(Object.keys(unlisted ?? {})).not.toContain("planName");
    expect((await entryOf([], manifestOf(get)))?.tool.metadata).toMatchObject({
      requires_confirmation: false,
    });
  });

  test("may be asked about by the hash of its contract here and there", async () => {
    const entry = (await build([listed(get)], { manifest: manifestOf(get) })).find("customers.get");
    expect([entry?.changes, entry?.named.hashes]).toEqual([[], [get.hash, hash]]);
  });

  test("that differs is not trusted, and needs what both ask for", async () => {
    const pinned = { ...get, requirements: ["auth:oauth2"] };
    const tool = { ...listed(get), execution: { requirements: ["env:production"] }, title: "x" };
    const built = await build([tool], { manifest: manifestOf(pinned), trustAnnotations: true });
    const entry = built.find("customers.get");
    expect(entry).toMatchObject({
      tool: { title: get.title, requirements: ["auth:oauth2", "env:production"], claims: { trusted: false } },
      subject: { kind: "unverified", why: "loosened", pinned },
      named: { hashes: [get.hash, expect.stringMatching(/^[\da-f]{64}$/)] },
    });
    expect(kinds(built)).toEqual(["customers.get changed"]);
  });

  test("has a tool for its plan, also where it differs", async () => {
    const planned = deletion({ dryRun: { mode: "supported", preview: { type: "object" } } });
    const [name = ""] = acceptedPlanNames(planned);
    for (const title of [planned.title, "x"]) {
      const built = await build([{ ...listed(planned), title }, listedPlan(planned)], {
        manifest: manifestOf(planned),
      });
      expect(built.find("customers.delete")?.planName).toBe(name);
      expect(built.entries.size).toBe(1);
    }
  });
});

describe("a tool with a trusted contract", () => {
  const known = { trustedContracts: [hash] };

  test("is called by the name of its contract, or as it is listed", async () => {
    const built = await build([named(get, "customers_get")], known);
    expect(built.find("customers.get")).toBe(built.find("customers_get"));
    expect(built.find("customers.get")?.subject).toMatchObject({ name: "customers.get", hash });
    expect(built.find("other")).toBeUndefined();
  });

  test("that is listed twice is the first one", async () => {
    const built = await build([named(get, "customers_get"), named(get, "customers.get")], known);
    expect([built.entries.size, built.find("customers.get")?.tool.wireName]).toEqual([1, "customers_get"]);
  });
});

describe("another tool", () => {
  test("is shown by its title, its annotation's, or its name", async () => {
    const titles = await Promise.all(
      [{ title: "A", annotations: { title: "B" } }, { annotations: { title: "B" } }, {}].map(async (more) => {
        const { tool } = (await build([plain("get", more)])).find("get") ?? {};
        return [tool?.title, tool?.description];
      }),
    );
    expect(titles).toEqual([
      ["A", ""],
      ["B", ""],
      ["get", ""],
    ]);
    const described = await build([plain("get", { description: "Gets." })]);
    expect(described.find("get")?.tool.description).toBe("Gets.");
    expect(described.find("get")?.subject).toMatchObject({ kind: "unverified", why: "unpinned" });
  });

  test("needs what is listed beside it, or what its contract says", async () => {
    const needs = async (tool: WireTool) => (await build([tool])).find(tool.name)?.tool.requirements;
    const { execution: _, ...claiming } = listed(contract({ requirements: ["auth:oauth2"] }));
    expect(await needs(claiming)).toEqual(["auth:oauth2"]);
    expect(await needs({ ...claiming, execution: { requirements: ["env:production"] } })).toEqual([
      "env:production",
    ]);
    expect(await needs(plain("get"))).toEqual([]);
  });

  test("is asked about by the name in its contract where that belongs to it", async () => {
    const names = async (tool: WireTool) => {
      const { name, spoken } = (await build([tool])).find(tool.name)?.named ?? {};
      return [name, spoken];
    };
    expect(await names(plain("get"))).toEqual(["get", "get"]);
    expect(await names(named(get, "customers_get"))).toEqual(["customers.get", "customers.get"]);
    expect(await names(listed({ ...get, wireName: "fetch" }))).toEqual(["customers.get", "fetch"]);
    const says = { ...asObject(listed(get).meta[metaKeys.contract]), wireName: "fetch" };
    expect(await names(plain("pay", { meta: { [metaKeys.contract]: says } }))).toEqual(["pay", "pay"]);
  });

  test("is trusted only as long as it is what it was", async () => {
    const tool = plain("get", { annotations: { readOnlyHint: true, destructiveHint: false } });
    const definitions = new Map([["get", definitionOf({ ...tool, title: "x" })]]);
    const trusted = async (known: Partial<Knowledge>) => {
      const { claims, classification } = (await build([tool], { trustAnnotations: true, ...known })).find(
        "get",
      )?.tool ?? { classification: undefined };
      return [claims?.trusted, classification];
    };
    expect(await trusted({})).toEqual([true, "read_only"]);
    expect(await trusted({ definitions })).toEqual([false, "unclassified"]);
  });

  test("is new where something else is known, and not in the very first list", async () => {
    expect(kinds(await build([plain("get")]))).toEqual([]);
    expect(kinds(await build([plain("get")], { definitions: new Map() }))).toEqual(["get added"]);
    expect(kinds(await build([plain("get")], { manifest: manifestOf(get) }))).toEqual(["get added"]);
  });

  test("is known under its other spelling, if that is not listed, and under no other name", async () => {
    const before = (name: string) => new Map([[name, definitionOf(plain(name, { title: "x" }))]]);
    const send = plain("emails_send");
    expect(kinds(await build([send], { definitions: before("emails.send") }))).toEqual([
      "emails_send changed",
    ]);
    expect(kinds(await build([send], { definitions: before("files.get") }))).toEqual(["emails_send added"]);
    const both = [send, plain("emails.send", { title: "x" })];
    expect(kinds(await build(both, { definitions: before("emails.send") }))).toEqual([
      "emails_send doubtful",
    ]);
  });
});
