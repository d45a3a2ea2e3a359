import { describe, expect, test } from "vitest";
import { changeKinds, changePages, changeRules, explainChange } from "../../src/index.ts";

describe("the pages about changes", () => {
  const [overview, ...pages] = changePages();

  test("are one for all rules and one for each", () => {
    expect(overview?.id).toBe("changes");
    expect(pages.map(({ id }) => id)).toEqual(
      [...changeRules.map(({ name }) => name), "unlisted-fields-changed"].map((name) => `changes/${name}`),
    );
    for (const { name, kinds } of changeRules)
      for (const part of [`(/changes/${name}/)`, ...Object.keys(kinds)])
        expect(overview?.markdown).toContain(part);
  });

  test("hold one table with every id, each with a page that has it", () => {
    const rows = overview?.markdown.matchAll(/^\| \[`(.+)`\]\(\/(.+)\/\) \|/gm) ?? [];
    const listed = [...rows].map(([, id = "", page = ""]) => ({ id, page }));
    expect(listed.map(({ id }) => id)).toEqual(changeKinds.map(({ id }) => id));
    for (const { id, page } of listed)
      expect({ id, text: pages.find((each) => each.id === page)?.markdown }).toEqual({
        id,
        text: expect.stringContaining(id),
      });
    for (const { id } of listed)
      expect({ id, page: explainChange(id) }).toEqual({ id, page: expect.any(String) });
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
