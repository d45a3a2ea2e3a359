import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hosts as configured } from "../src/install/hosts.ts";
import { readServers } from "../src/install/read-servers.ts";
import { holdingWords } from "../src/ledger/ledger.ts";
import { readInstallLine } from "../src/commands/install.ts";
import { readCommandLine } from "../src/commands/options.ts";
import { gatewayCommands } from "../src/commands/run.ts";

const page = (name: string): string =>
  readFileSync(new URL(`../../../apps/docs/src/content/docs/${name}.mdx`, import.meta.url), "utf8");
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The command lines that a text shows, as words. */
function commandLines(text: string): readonly (readonly string[])[] {
  const found = [...text.matchAll(/^(?:proviso gateway|npx @proviso\/gateway) ([^\n#]+)/gm)];
  return found.map(([, line = ""]) =>
    (line.trim().match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', "")),
  );
}

test("every command line that the page and the README show can be read", () => {
  const lines = commandLines(`${page("guard-a-server")}\n${page("long-lists")}\n${readme}`);
  expect(lines.length).toBeGreaterThan(10);
  for (const [first = "", ...rest] of lines) {
    if (first.endsWith("install"))
      expect(readInstallLine(rest, "/x", first === "install").files).not.toEqual([]);
    else if (first === "--upstream") expect(rest).toEqual(["files"]);
    else if (first === "accept") expect(rest).toContain("--data");
    else expect(readCommandLine([first, ...rest], "/x").upstreams).toHaveLength(1);
  }
});

test("the pages name every command and every way in which a clause holds", () => {
  for (const { name } of gatewayCommands) expect(page("guard-a-server")).toContain(`proviso gateway ${name}`);
  for (const words of Object.values(holdingWords)) {
    expect(page("guard-a-server").toLowerCase()).toContain(words);
    expect(page("what-the-gateway-cannot-know").toLowerCase()).toContain(words);
  }
});

test("the configuration that a page shows of each host can be read, for a program and for an address", () => {
  const blocks = [...page("hosts").matchAll(/```(json|toml) title="([^"]+)"\n(.*?)```/gs)];
  expect(blocks).toHaveLength(configured.length * 2);
  for (const host of configured) {
    const { title, format, files } = host;
    const its = blocks.filter(([, , file = ""]) =>
      files("/x").some((path) => path.endsWith(file.replace("~", ""))),
    );
    expect([title, its.map(([, language]) => language)]).toEqual([title, [format, format]]);
    expect(page("hosts")).toContain(`## ${title}\n`);
    const servers = its.flatMap(([, , , text = ""]) => readServers({ path: "x", text }, host));
    expect(servers.map(({ name, left }) => [name, left === undefined])).toEqual([
      ["my-tools", true],
      // The gateway does not wrap an address in TOML.
      ["my-tools", format === "json"],
    ]);
    expect(JSON.stringify(servers[1]?.entry)).toContain("https://tools.example.com/mcp");
  }
});
