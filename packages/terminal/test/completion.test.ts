import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { completionScript, type CompletedCommand } from "../src/index.ts";

const commands: readonly CompletedCommand[] = [
  {
    name: "check",
    summary: "Check a project's contracts: [all] of `them`.",
    args: {
      format: { type: "enum", options: ["human", "json", "sarif"], description: "How: it's a [choice]." },
      fix: { type: "boolean", description: "Fix." },
      config: { type: "string", valueHint: "file", description: "The configuration." },
    },
  },
  { name: "audit", summary: "Read a trail.", args: {}, words: ["verify", "tail"] },
  { name: "chart", summary: "Draw.", args: { kind: { type: "positional", options: ["bars", "lines"] } } },
];

/** What bash offers for the last of the words. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `${completionScript("bash", "desk", commands)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _desk; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync("bash", ["--norc", "-c", script, "bash", "desk", ...words], {
    encoding: "utf8",
  });
  return printed.split("\n").filter((word) => word !== "");
}

test.each<readonly [words: readonly string[], offered: readonly string[]]>([
  [[""], ["check", "audit", "chart", "--help", "--version"]],
  [["ch"], ["check", "chart"]],
  [
    ["check", "--f"],
    ["--format", "--fix"],
  ],
  [
    ["check", "-"],
    ["--format", "--fix", "--config", "--help"],
  ],
  [
    ["check", "--format", ""],
    ["human", "json", "sarif"],
  ],
  [
    ["check", "--format", "="],
    ["human", "json", "sarif"],
  ],
  [["check", "--format", "=", "s"], ["sarif"]],
  [["check", "--fix", "--format", "j"], ["json"]],
  [
    ["audit", ""],
    ["verify", "tail"],
  ],
  [["audit", "verify", ""], []],
  [["chart", "b"], ["bars"]],
  [["check", "--config", ""], []],
  [["nothing", "--"], ["--help"]],
])("bash: after %j it offers %j", (words, expected) => expect(offered(...words)).toEqual(expected));

test("bash registers the function for the program, with files where nothing is offered", () => {
  const script = `${completionScript("bash", "desk", commands)}\ncomplete -p desk`;
  expect(execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" })).toBe(
    "complete -o default -F _desk desk\n",
  );
});

test("zsh: descriptions are quoted for the shell and for `_arguments`", () => {
  const script = completionScript("zsh", "desk", commands);
  expect(script).toMatch(/^#compdef desk\n/);
  expect(script).toContain("'check:Check a project'\\''s contracts: [all] of `them`.'");
  expect(script).toContain("'--format=[How\\: it'\\''s a \\[choice\\].]:value:(human json sarif)'");
  expect(script).toContain("'--fix[Fix.]'");
  expect(script).toContain("'--config=[The configuration.]:file:_files'");
  expect(script).toContain("_arguments '1:word:(verify tail)'");
});

test("fish: options belong to their command, and choices are offered alone", () => {
  const script = completionScript("fish", "desk", commands);
  const check = "complete -c desk -n '__fish_seen_subcommand_from check'";
  expect(script).toContain(
    "complete -c desk -n __fish_use_subcommand -f -a check -d 'Check a project\\'s contracts: [all] of `them`.'",
  );
  expect(script).toContain(`${check} -l format -x -a 'human json sarif' -d 'How: it\\'s a [choice].'`);
  expect(script).toContain(`${check} -l fix -d 'Fix.'`);
  expect(script).toContain(`${check} -l config -r -d 'The configuration.'`);
});
