import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { run } from "../src/commands/run.ts";
import { shopText, type Edit } from "./truth/contracts.ts";

/** A folder that ends with the test, with files by their names. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "replay-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function contractsOf(edit?: Edit): string {
  return folderOf({ "contracts/shop.yaml": shopText(edit) });
}

/** Runs one command line, and returns what it prints. */
export async function replay(...words: readonly string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const host = {
    color: false,
    out: (text: string) => void printed.push(text),
    err: (text: string) => void errors.push(text),
  };
  const code = await run(words, host);
  return { code, out: printed.join("\n"), err: errors.join("\n") };
}
