import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { codeBlocks, pageNames, proviso } from "./page.ts";

const pages = await pageNames();
const helps = new Map<string, Promise<string>>();

function helpOf(command: string): Promise<string> {
  const help = helps.get(command) ?? proviso([command, "--help"]);
  helps.set(command, help);
  return help;
}

/** `proviso diff --against main` -> command and options. Words in capitals stand for what the reader fills in. */
function commandsIn(
  text: string,
): readonly { readonly command: string; readonly options: readonly string[] }[] {
  return [...text.matchAll(/^(?:\$ )?(?:npx )?proviso ([a-z]+)(.*)$/gm)].map(
    ([, command = "", rest = ""]) => ({
      command,
      options: [...rest.replace(/#.*$/, "").matchAll(/ (--[a-z-]+)/g)].map(([, option = ""]) => option),
    }),
  );
}

describe.each(pages)("the page %s", (page) => {
  it("shows YAML and JSON that can be read", async () => {
    const blocks = await codeBlocks(page);
    const textsIn = (wanted: string): readonly string[] =>
      blocks.filter(({ language }) => language === wanted).map(({ text }) => text);
    const yamlErrors = textsIn("yaml").flatMap((text) =>
      parseAllDocuments(text).flatMap(({ errors }) => errors),
    );
    expect(yamlErrors).toEqual([]);
    expect(() => textsIn("json").map((text): unknown => JSON.parse(text))).not.toThrow();
  });

  it("shows commands and options of `proviso` that exist", async () => {
    const blocks = await codeBlocks(page);
    for (const { language, text } of blocks.filter(({ language: of }) => of === "sh" || of === "console"))
      for (const { command, options } of commandsIn(text)) {
        // These are programs of their own, and have tests of their own for the commands on their pages.
        if (["audit", "approvals", "gateway", "keys"].includes(command)) continue;
        const help = await helpOf(command);
        expect(help, `proviso ${command} in ${language}`).toContain(`proviso ${command}`);
        for (const option of options) expect(help).toContain(option);
      }
  });
});
