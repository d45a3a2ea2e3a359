import { describe, expect, test } from "vitest";
import { changePages, changeRules, explainChange } from "../../src/diff.ts";

describe("the pages about changes", () => {
  const [overview, ...pages] = changePages();

  test("are one for all rules and one for each", () => {
    expect(overview?.id).toBe("changes");
    expect(pages.map(({ id }) => id)).toEqual(changeRules.map(({ name }) => `changes/${name}`));
    for (const { name, kinds } of changeRules)
      for (const part of [`(/changes/${name}/)`, ...Object.keys(kinds)])
        expect(overview?.markdown).toContain(part);
  });

  test("show every id, and what is found in every example", () => {
    for (const [at, rule] of changeRules.entries()) {
      const { markdown = "" } = pages[at] ?? {};
      for (const id of Object.keys(rule.kinds)) expect(markdown).toContain(`| \`${id}\` |`);
      expect(markdown).not.toContain("undefined");
    }
  });

  test("are found by the name of a rule and by an id", () => {
    expect(explainChange("confirmation")).toBe(explainChange("confirmation-loosened"));
    expect(explainChange("no-such-change")).toBeUndefined();
    expect(explainChange("confirmation-loosened")).toContain(
      [
        "```diff",
        "-confirmation: always",
        "+confirmation: never",
        "```",
        "",
        "`confirmation-loosened` at `confirmation`: `notes.read` asks a person less often: `confirmation` was `always` and is `never`. The change backwards is `confirmation-tightened`.",
      ].join("\n"),
    );
  });
});
