import { expect, test } from "vitest";
import { changePages, explain } from "../src/explain/explain.ts";

test("the id of a change is explained by the page of its rule", () => {
  const page = changePages().find(({ id }) => id === "changes/confirmation")?.markdown;
  expect(page).toContain("| `confirmation-loosened` | safe | loosened | unchanged |");
  expect(explain("confirmation-loosened")).toBe(page);
  expect(explain("confirmation")).toBe(page);
  expect(explain("confirmation-lost")).toBeUndefined();
});
