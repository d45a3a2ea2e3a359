import { expect, test } from "vitest";
import { type Ended, runCommand } from "./run-command.ts";

test("prints its options", async () => {
  const { code, text } = await runCommand(["--help"]);
  expect(code).toBe(0);
  for (const option of ["--tool NAME", "--update"]) expect(text).toContain(option);
});

test("refuses a wrong command line", async () => {
  const check = async (...args: readonly string[]): Promise<Ended> => runCommand(args);
  expect(await check("--tool", "orders.gone")).toEqual({
    code: 2,
    text: "prove-pages: there is no tool orders.gone\n",
  });
  expect((await check("--gone")).code).toBe(2);
  expect((await check("--update", "--tool", "orders.list")).code).toBe(2);
});
