import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { keysIn } from "@proviso/trail";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../src/program/run.ts";

const server = fileURLToPath(new URL("../controls/list-stable.mjs", import.meta.url));

/** A folder with a key pair in PEM (`own.pem`, `own.pub`) and a folder of keys (`data`). */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sign-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  writeFileSync(join(folder, "own.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(join(folder, "own.pub"), publicKey.export({ type: "spki", format: "pem" }));
  keysIn(join(folder, "data"));
  return folder;
}

async function verify(cwd: string, ...words: readonly string[]) {
  const said: string[] = [];
  const out: string[] = [];
  const code = await run(words, {
    cwd,
    color: false,
    out: (text) => out.push(text),
    err: (text) => said.push(text),
    progress: () => {},
    onInterrupt: () => () => {},
  });
  return { code, out: out.join("\n"), said: said.join("\n") };
}

test.each([
  ["own.pem", "own.pub", "data/audit.pub"],
  ["data/audit.key", "data/audit.pub", "own.pub"],
])("a report signed with %s is checked with %s", async (key, own, other) => {
  const folder = makeFolder();
  const command = ["--", process.execPath, server, "honest"];
  const { out } = await verify(folder, "--sign", key, "--trials", "1", "--json", ...command);
  writeFileSync(join(folder, "report.json"), out);
  expect(await verify(folder, "--check", "report.json", "--key", other, "--key", own)).toMatchObject({
    code: 0,
    out: "the signature is valid",
  });
  expect(await verify(folder, "--check", "report.json", "--key", other)).toMatchObject({
    code: 1,
    said: "proviso verify: none of these keys has signed the report",
  });
  const text = readFileSync(join(folder, "report.json"), "utf8");
  writeFileSync(join(folder, "report.json"), text.replace('"seed": 1', '"seed": 2'));
  expect(await verify(folder, "--check", "report.json", "--key", own)).toMatchObject({
    code: 1,
    said: "proviso verify: the report was changed after it was signed",
  });
});

test.each([
  [["--check", "none.json", "--key", "own.pub"], /there is no file .*none\.json/],
  [["--check", "own.pub", "--key", "own.pub"], /own\.pub is no report/],
  [["--check", "own.pub"], /`--check` needs `--key`/],
])("%j is a mistake, and says which", async (words, said) => {
  const answer = await verify(makeFolder(), ...words);
  expect(answer.code).toBe(2);
  expect(answer.said).toMatch(said);
});
