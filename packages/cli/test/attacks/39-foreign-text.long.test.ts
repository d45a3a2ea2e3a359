// Attack 39: text of a foreign server or contract on a terminal and in CI output.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createProject, notes } from "../project.ts";

const bin = join(import.meta.dirname, "../../bin/proviso.js");
const server = fileURLToPath(new URL("foreign-server.mjs", import.meta.url));

/** What the real program writes, as bytes that a terminal would get. */
async function run(cwd: string, ...words: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...words], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err };
}

const commands = /^\s*::|##\w*\[/m;

/** That a text commands neither a terminal nor a CI runner. */
function expectHarmless(written: string): void {
  const unseen = [...written.replaceAll(/[\n\t]/g, "").matchAll(/[\p{Cc}\p{Cf}]/gu)].map(([each]) => each);
  expect(unseen.map((each) => each.codePointAt(0)?.toString(16))).toEqual([]);
  expect(commands.exec(written)?.[0]).toBeUndefined();
}

const evil = String.raw`x\e[2J\u202e\u200b\N::error::forged`;
const wrong = notes
  .replace("category: writing", `category: "${evil}"`)
  .replace("creates: A note.", `"${evil}": "${evil}"`)
  .replace("riskLevel: low", `riskLevel: "${evil}\\n##[error]forged"`);

test.each(["listing", "failing", "ending"])("`import` from a server that is %s", async (mode) => {
  const { root } = await createProject();
  const { out, err } = await run(
    root,
    "import",
    "--product",
    "shop",
    "--out",
    "new",
    "--stdio",
    process.execPath,
    server,
    mode,
  );
  expect(out + err).toContain("forged");
  expectHarmless(out);
  expectHarmless(err);
});

test.each(["listing", "failing"])("`diff` against a server that is %s", async (mode) => {
  const { root } = await createProject();
  const against = `stdio:${process.execPath} ${server} ${mode}`;
  for (const format of ["text", "json", "markdown"]) {
    const { out, err } = await run(root, "diff", "--against", against, "--format", format);
    expectHarmless(out);
    expectHarmless(err);
    expect(out + err).not.toBe("");
  }
});

test("`check` of a contract that somebody else wrote", async () => {
  const { root } = await createProject({ "contracts/notes.yaml": wrong });
  const { out, err } = await run(root, "check");
  expect(out + err).toContain("forged");
  expectHarmless(out);
  expectHarmless(err);
  for (const format of ["json", "sarif"]) {
    const found = await run(root, "check", "--format", format);
    expectHarmless(found.out);
    expect(found.out).toContain(format === "json" ? String.raw`x\u001b[2J\u202e\u200b` : "forged");
    JSON.parse(found.out);
  }
});

test("annotations for GitHub are the findings' and no others", async () => {
  const { root } = await createProject({ "contracts/notes.yaml": wrong });
  const { out } = await run(root, "check", "--format", "github");
  const lines = out.trimEnd().split("\n");
  expect(lines.every((line) => /^::(error|warning|notice) file=/.test(line))).toBe(true);
  expect(lines.filter((line) => line.startsWith("::error::"))).toEqual([]);
  expectHarmless(lines.map((line) => line.slice("::".length)).join("\n"));
});

test("a wrong command line that holds commands", async () => {
  const { root } = await createProject();
  const { err } = await run(root, "check\u001b[2J\n::error::forged");
  expect(err).toContain("forged");
  expectHarmless(err);
});
