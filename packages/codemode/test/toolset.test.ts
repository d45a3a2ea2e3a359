import { expect, test } from "vitest";
import { list, mia, note, shop } from "./shop.ts";

test("programs call and describe no tool outside of the toolset of their call", async () => {
  const { reads, server } = shop({ tools: [list, note] });
  const source = "return { domains: Object.keys(tools), orders: await tools.orders?.list() };";
  const all = { principal: mia };
  const some = { ...all, toolset: ({ domain }: { readonly domain: string }) => domain !== "orders" };
  const saidBy = async (options: typeof all) => {
    const outcomes = [
      await server.invoke("programs.describe", {}, options),
      await server.invoke("programs.run", { source }, options),
    ];
    return outcomes.map((each) => (each.kind === "completed" ? JSON.stringify(each.output) : each.kind));
  };
  for (const said of await saidBy(all)) expect(said).toContain("orders");
  expect(reads()).toBe(1);
  const [described, ran] = await saidBy(some);
  expect(described).toContain("notes");
  expect(described).not.toContain("orders");
  expect(ran).toContain('"domains":["notes"]');
  expect(reads()).toBe(1);
});
