import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadCommands } from "../src/commands/run.ts";
import { createProject } from "./project.ts";

test("bash completes every command, its options and their values", async () => {
  const project = await createProject();
  const { code, out: script } = await project.proviso("completion bash");
  expect(code).toBe(0);
  const lines = (await loadCommands()).map(({ name }) => `proviso ${name} -`);
  const asked = ["proviso ", "proviso check --format ", "proviso audit ", ...lines];
  const ask = asked.map(
    (line) => `COMP_WORDS=(${line.trim()} ${line.endsWith(" ") ? '""' : ""})
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _proviso; echo "\${COMPREPLY[@]}"`,
  );
  const printed = execFileSync("bash", ["--norc"], { input: [script, ...ask].join("\n"), encoding: "utf8" });
  const [programs, formats, audit, ...options] = printed.trimEnd().split("\n");
  const commands = await loadCommands();
  expect(programs).toBe([...commands.map(({ name }) => name), "--help", "--version"].join(" "));
  expect(formats).toBe("human json sarif github");
  expect(audit).toBe("verify head tail show evidence export prune");
  const expected = commands.map(({ args }) =>
    [
      ...Object.entries(args).flatMap(([name, { type }]) => (type === "positional" ? [] : [`--${name}`])),
      "--help",
    ].join(" "),
  );
  expect(options).toEqual(expected);
});

test.each(["zsh", "fish"])("there is a script for %s with every command", async (shell) => {
  const project = await createProject();
  const { code, out } = await project.proviso(`completion ${shell}`);
  expect(code).toBe(0);
  for (const { name } of await loadCommands()) expect(out).toContain(name);
});

test.each([
  ["audit", "../../trail/bin/proviso-audit.js"],
  ["approvals", "../../inbox/bin/proviso-approvals.js"],
  ["gateway", "../../gateway/bin/proviso-gateway.js"],
  ["verify", "../../verify/bin/proviso-verify.js"],
  ["keys", "../../inbox/bin/proviso-keys.js"],
])("the words after `proviso %s` are the commands of its program", async (name, program) => {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const help = execFileSync(process.execPath, [file, "--help"], { encoding: "utf8" });
  const [, list = ""] = /Commands:\n((?: {2}.*\n)+)/.exec(help) ?? [];
  const words = [...list.matchAll(/^ {2}(\S+)/gm)].map(([, word]) => word);
  const command = (await loadCommands()).find((each) => each.name === name);
  expect(command?.words).toEqual(words);
});
