import { readFile } from "node:fs/promises";
import type { JsonObject } from "@proviso/manifest";
import type { Principal } from "@proviso/server";
import { expect, test } from "vitest";
import { endOf } from "../src/observe/call.ts";
import { openWorld, type World } from "../src/observe/world.ts";

const repository = new URL("../../../", import.meta.url);
const script = new URL("packages/cli/inspector/page.js", repository);
const page = new URL("apps/docs/src/content/docs/develop.mdx", repository);
const observing = new URL("packages/server/src/telemetry/observe-calls.ts", repository);
const claimed = /so that a tool with step-up authentication runs\./;

/** A tool as the server tells the inspector of it. */
interface ShownTool {
  readonly name: string;
  readonly example?: JsonObject;
}

async function toolsInInspector({ server }: World): Promise<readonly ShownTool[]> {
  let tools: readonly ShownTool[] = [];
  const { observeCalls } = (await import(observing.href)) as {
    observeCalls(tell: (told: { readonly tools?: readonly ShownTool[] }) => void): {
      readonly observer: { opened(opened: World["server"]): void };
    };
  };
  observeCalls((told) => (tools = told.tools ?? tools)).observer.opened(server);
  return tools;
}

/** Fills in "somebody with all permissions", with the page's own function. */
async function pageFills(
  { clock }: World,
  tools: readonly ShownTool[],
): Promise<(tool: ShownTool) => Principal> {
  const source = /^function fillPrincipal\(\) \{\n[^]*?\n\}$/m.exec(await readFile(script, "utf8"))?.[0];
  if (source === undefined) throw new Error("the inspector's page has no function fillPrincipal");
  const fill = new Function("at", "shown", "Date", `${source}\nfillPrincipal();`);
  return (tool) => {
    const elements: Record<string, { value: string }> = {
      preset: { value: "all" },
      principal: { value: "" },
    };
    fill((id: string) => elements[id], { tools, tool }, { now: () => clock.now().getTime() });
    return JSON.parse(elements["principal"]?.value ?? "") as Principal;
  };
}

test("somebody with all permissions runs every tool with step-up in the inspector, as its page says", async () => {
  expect(await readFile(page, "utf8")).toMatch(claimed);
  await using world = await openWorld();
  const tools = await toolsInInspector(world);
  const principalFor = await pageFills(world, tools);
  const ends: string[] = [];
  for (const tool of tools) {
    const options = { principal: principalFor(tool), canAsk: true };
    ends.push(endOf({ outcome: await world.server.invoke(tool.name, tool.example ?? {}, options) }));
  }
  expect(ends.length).toBeGreaterThan(40);
  expect(ends).not.toContain("step_up_required");
});
