import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compile, type SourceText, type ToolModel } from "../src/index.ts";

const folder = new URL("fixtures/real/", import.meta.url);
const sources: SourceText[] = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => ({ path: name, text: readFileSync(new URL(name, folder), "utf8") }));
const { model, diagnostics } = compile(sources);
const tools = new Map(model?.domains.flatMap((domain) => domain.tools).map((tool) => [tool.name, tool]));

type Hints = Partial<ToolModel["hints"]>;
const readOnly: Hints = { readOnlyHint: true };
const acts: Hints = { readOnlyHint: false };

/** Of all four hints, in the order in which the server writes them. */
function all(isReadOnly: boolean, isDestructive: boolean, isIdempotent: boolean): Hints {
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: isDestructive,
    idempotentHint: isIdempotent,
    openWorldHint: false,
  };
}

/** What the servers publish about these tools; a hint that is left out is not published. */
const published: Readonly<Record<string, Hints>> = {
  "filesystem.read_text_file": readOnly,
  "filesystem.read_media_file": readOnly,
  "filesystem.read_multiple_files": readOnly,
  "filesystem.list_directory": readOnly,
  "filesystem.list_directory_with_sizes": readOnly,
  "filesystem.directory_tree": readOnly,
  "filesystem.search_files": readOnly,
  "filesystem.get_file_info": readOnly,
  "filesystem.list_allowed_directories": readOnly,
  "filesystem.create_directory": { readOnlyHint: false, idempotentHint: true, destructiveHint: false },
  "filesystem.write_file": { readOnlyHint: false, idempotentHint: true, destructiveHint: true },
  "filesystem.edit_file": { readOnlyHint: false, idempotentHint: false, destructiveHint: true },
  "filesystem.move_file": { readOnlyHint: false, idempotentHint: false, destructiveHint: true },
  "memory.create_entities": all(false, false, false),
  "memory.create_relations": all(false, false, false),
  "memory.add_observations": all(false, false, false),
  "memory.delete_entities": all(false, true, true),
  "memory.delete_observations": all(false, true, true),
  "memory.delete_relations": all(false, true, true),
  "memory.read_graph": all(true, false, true),
  "memory.search_nodes": all(true, false, true),
  "memory.open_nodes": all(true, false, true),
  "browser.click": acts,
  "browser.close": readOnly,
  "browser.console_messages": readOnly,
  "browser.navigate": acts,
  "browser.network_requests": readOnly,
  "browser.resize": readOnly,
  "browser.select_option": acts,
  "browser.snapshot": readOnly,
  "browser.take_screenshot": readOnly,
  "browser.type": acts,
  "browser.wait_for": readOnly,
};

/** The hints that differ from the derived ones; the README beside the contracts gives the reasons. */
const different: Readonly<Record<string, Hints>> = {
  "memory.read_graph": { openWorldHint: true },
  "memory.search_nodes": { openWorldHint: true },
  "memory.open_nodes": { openWorldHint: true },
  "browser.take_screenshot": { readOnlyHint: false },
  "browser.resize": { readOnlyHint: false },
  "browser.close": { readOnlyHint: false },
};

describe("contracts of public servers", () => {
  test("compile without an error or a warning", () => {
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect([...tools.keys()].toSorted()).toEqual(Object.keys(published).toSorted());
  });

  test.each(Object.entries(published))("%s has the hints that its server publishes", (name, hints) => {
    const differences = different[name] ?? {};
    expect(tools.get(name)?.hints).toMatchObject({ ...hints, ...differences });
    for (const [hint, derived] of Object.entries(differences))
      expect(hints).toMatchObject({ [hint]: !derived });
  });
});
