import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

test("what pages say is what happens, and the site's report is of this run", async () => {
  const { code, text } = await runCommand([]);
  expect(text).toMatch(/^\d+ calls of \d+ tools: \d+ sentences are as it happened, 0 are not/m);
  expect({ code, text }).toMatchObject({ code: 0 });
});
