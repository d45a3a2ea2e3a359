import { expect, test } from "vitest";
import { identifiersOf } from "../src/index.ts";

function check(names: readonly string[], expected: readonly string[], claimed: readonly string[] = []): void {
  expect([...identifiersOf(names, claimed).values()]).toEqual(expected);
}

test("names are in camel case", () => check(["error_404_found", "gone"], ["error404Found", "gone"]));
test("two names never become the same identifier", () => {
  check(["error_1", "error1"], ["error_1", "error1"]);
  check(["a-b", "a.b", "a_b"], ["a_b", "a_b_", "a_b__"]);
});
test("a name that is claimed is not given again", () => {
  check(["plan_send", "guard"], ["plan_send", "guard_"], ["planSend", "guard"]);
});
