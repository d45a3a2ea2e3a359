import { manifest } from "@backoffice/schemas";
import { toolDefinitions } from "@proviso/server/mcp";
import { expect, test } from "vitest";

type ToolContract = (typeof manifest.tools)[number];

/** Expects of a list that what `_meta` adds to it is at most a quarter. */
function check(tools: readonly ToolContract[], count: number): void {
  const definitions = tools.flatMap((tool) => toolDefinitions(tool, "underscore"));
  const bare = definitions.map(({ _meta, ...shown }) => shown);
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  expect(tools).toHaveLength(count);
  expect(bytes(definitions) / bytes(bare)).toBeLessThanOrEqual(1.25);
}

test("so it is with a thousand tools", () => {
  const copies = Array.from({ length: 1000 }, (_, at): ToolContract[] => {
    const tool = manifest.tools[at % manifest.tools.length];
    return tool ? [{ ...tool, domain: `${tool.domain}_${at}`, name: tool.name.replace(".", `_${at}.`) }] : [];
  });
  check(copies.flat(), 1000);
});

test("what a list carries beside the tools is at most a quarter of it", () =>
  check(manifest.tools, manifest.tools.length));
