import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { importAgain, importTools, readList } from "../../src/import.ts";

const fixtures = new URL("fixtures/", import.meta.url);
const lists = readdirSync(fixtures).filter((name) => name.endsWith(".json") && name !== "verdicts.json");

function toolsIn(file: string) {
  const list = readList(JSON.parse(readFileSync(new URL(file, fixtures), "utf8")));
  if (!list) throw new Error(`${file} is no list`);
  return list.tools;
}

const request = { product: "shop", domain: "shop", isOneDomain: true };

/** Answers who may call each tool, and takes out the comments of the import. */
const answered = (text: string): string =>
  text
    .replace(/^ *# (?:Suggested|What|The server|These).*\n/gm, "")
    .replaceAll("    permissions: []", "    permissions: [shop:use]\n    timeout: 5s")
    .replace("\ntools:", "\npermissions:\n  shop:use: Use the shop.\n\ntools:");

test.each(pieceOf(lists, 3))(
  "%s: a second import keeps every answer, and brings what the server changed",
  (file) => {
    const before = toolsIn(file);
    const first = importTools({ ...request, tools: before });
    const contracts = first.contracts.map(({ path, text }) => ({ path, text: answered(text) }));
    const again = (tools: typeof before) =>
      importAgain({ ...request, tools, contracts, before, names: first.names });

    expect(again(before)).toMatchObject({ contracts: [], changes: [], errors: [] });

    const [changed, gone, ...others] = before;
    if (!changed || !gone) throw new Error("the list is too short");
    const fresh = { ...changed, name: "brand_new_tool" };
    const {
      contracts: updated,
      changes,
      errors,
    } = again([{ ...changed, description: "Says something else." }, ...others, fresh]);
    expect(errors).toEqual([]);
    expect(changes.map(({ kind, tool, path, is }) => [kind, tool, path?.join("."), is])).toEqual([
      ["changed", first.names[changed.name], "description", "Says something else."],
      ["added", "shop.brand_new_tool", undefined, undefined],
      ["removed", first.names[gone.name], undefined, undefined],
    ]);
    const text = updated[0]?.text ?? "";
    expect(text.match(/permissions: \[shop:use\]/g)).toHaveLength(before.length);
    expect(text.match(/timeout: 5s/g)).toHaveLength(before.length);
    // The new tool alone is still to be decided.
    expect(text.match(/permissions: \[\]/g)).toHaveLength(1);
  },
);

test.each(lists)("%s: no domain is named by a number", (file) => {
  const { contracts } = importTools({ ...request, isOneDomain: false, tools: toolsIn(file) });
  expect(contracts.filter(({ path }) => /_\d+\.yaml$/.test(path))).toEqual([]);
});
