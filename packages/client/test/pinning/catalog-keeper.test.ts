import { afterEach, expect, test, vi } from "vitest";
import { bounds } from "../../src/connection/bounds.ts";
import { createCatalogKeeper } from "../../src/pinning/catalog-keeper.ts";
import type { CatalogOptions } from "../../src/pinning/catalog-keeper.ts";
import type { WireTool } from "../../src/index.ts";
import { contract, manifestOf } from "../contract.ts";
import { done, fakeConnection, listed } from "../fake-connection.ts";

function plain(name: string, description = ""): WireTool {
  return { name, description, inputSchema: { type: "object" }, meta: {} };
}

/** A keeper over a list that can change, and the numbers of tools that it told to be trusted. */
function keeperOf(tools: WireTool[], options: CatalogOptions = {}) {
  const trusted: number[] = [];
  const fake = fakeConnection(tools, () => done());
  const lists: Promise<readonly WireTool[]>[] = [];
  let count = 0;
  const connection = {
    ...fake,
    listTools() {
      count += 1;
      return lists.shift() ?? Promise.resolve([...tools]);
    },
  };
  const keeper = createCatalogKeeper(connection, options, (number) => void trusted.push(number));
  return { keeper, trusted, lists, lookups: () => count, changed: () => fake.toolsChanged() };
}

afterEach(() => void vi.useRealTimers());

test("a change that the server does not report is seen a minute later", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const tools = [plain("notes", "Reads notes.")];
  const { keeper, lookups } = keeperOf(tools);
  await keeper.current();
  tools[0] = plain("notes", "Deletes notes.");
  vi.advanceTimersByTime(bounds.listedMs - 1);
  expect((await keeper.current()).drift).toEqual([]);
  vi.advanceTimersByTime(1);
  expect((await keeper.current()).drift).toMatchObject([{ tool: "notes" }]);
  await keeper.current();
  expect(lookups()).toBe(2);
});

test("the tools are listed once, and again only after the server reported a change", async () => {
  const { keeper, lookups, changed } = keeperOf([plain("notes")]);
  await keeper.current();
  await keeper.current();
  expect(lookups()).toBe(1);
  changed();
  await keeper.current();
  expect(lookups()).toBe(2);
});

test("a list that failed is asked for again", async () => {
  const { keeper, lists } = keeperOf([plain("notes")]);
  lists.push(Promise.reject(new Error("down")));
  await expect(keeper.current()).rejects.toThrow("down");
  expect((await keeper.current()).entries.size).toBe(1);
});

test("a list that fails late does not discard a newer one", async () => {
  const { keeper, lists, lookups } = keeperOf([plain("notes")]);
  let fail = (): void => undefined;
  lists.push(new Promise((_resolve, reject) => (fail = () => reject(new Error("late")))));
  const first = keeper.current();
  await keeper.refresh();
  fail();
  await expect(first).rejects.toThrow("late");
  await keeper.current();
  expect(lookups()).toBe(2);
});

test("the known definitions come in the order of the names, and without those that drifted", async () => {
  const names = ["c", "a", "d", "b"];
  const tools = names.map((name) => plain(name));
  const { keeper } = keeperOf(tools);
  await keeper.refresh();
  expect(Object.keys(keeper.pins())).toEqual(["a", "b", "c", "d"]);
  tools[0] = plain("c", "Changed.");
  await keeper.refresh();
  expect(keeper.pins()["c"]?.description).toBe("");
});

test("the host is told once how many tools are trusted by their annotations: those without a contract", async () => {
  const tool = contract();
  const options = { manifest: manifestOf(tool), trustAnnotations: true };
  const { keeper, trusted } = keeperOf([listed(tool), plain("notes"), plain("mail")], options);
  await keeper.refresh();
  await keeper.refresh();
  expect(trusted).toEqual([2]);
  const changed = keeperOf([plain("notes", "New.")], { trustAnnotations: true });
  changed.lists.push(Promise.resolve([plain("notes", "Old."), plain("mail")]));
  await changed.keeper.refresh();
  expect(changed.trusted).toEqual([2]);
  const untrusted = keeperOf([plain("notes")]);
  await untrusted.keeper.refresh();
  expect(untrusted.trusted).toEqual([]);
});

test("what is new is reported against stored pins at the first list, and without pins at the second", async () => {
  const reports: string[][] = [];
  const onDrift: CatalogOptions["onDrift"] = (drift) => void reports.push(drift.map(({ tool }) => tool));
  const tools = [plain("notes")];
  const { keeper } = keeperOf(tools, { onDrift });
  await keeper.refresh();
  expect(reports).toEqual([]);
  tools.push(plain("mail"));
  await keeper.refresh();
  await keeper.refresh();
  expect(reports).toEqual([["mail"]]);
  const stored = keeperOf([plain("notes"), plain("files")], { onDrift, pins: keeper.pins() });
  await stored.keeper.refresh();
  expect(reports).toEqual([["mail"], ["files"]]);
});

test("a tool that differed from its contract still does when its server leaves it out, until it is listed as it should be", async () => {
  const pinned = contract();
  const tools: WireTool[] = [{ ...listed(pinned), meta: {} }];
  const { keeper } = keeperOf(tools, { manifest: manifestOf(pinned) });
  const isTrusted = async (): Promise<boolean> => {
    const subject = (await keeper.refresh()).find(pinned.name)?.subject;
    return subject !== undefined && !("kind" in subject);
  };
  expect(await isTrusted()).toBe(false);
  tools.splice(0);
  expect([await isTrusted(), await isTrusted()]).toEqual([false, false]);
  tools.push(listed(pinned));
  expect(await isTrusted()).toBe(true);
  tools.splice(0);
  expect(await isTrusted()).toBe(true);
});
