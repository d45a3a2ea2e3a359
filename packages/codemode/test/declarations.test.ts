// What `describe_tools` says of the tools that a program can call.
import { expect, test } from "vitest";
import { declarations } from "../src/declarations/declarations.ts";
import { list, note, refund } from "./shop.ts";

test("the declarations say which tools ask, and what an empty input is", () => {
  const text = declarations([list, note, refund], "orders");
  expect(text).toMatch(/refund\(input: .*amount/);
  expect(text).toContain("(high risk). A person approves every call.");
  expect(text).toMatch(/Only reads\..* \*\/\n {4}list\(input\?: \{\}\): /);
});
