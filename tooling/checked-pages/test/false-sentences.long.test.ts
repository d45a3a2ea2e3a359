import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { pieceOf } from "../../piece-of.ts";
import { type FalseSentence, falseSentences } from "./false-sentences.ts";
import { runCommand } from "./run-command.ts";

const pages = fileURLToPath(new URL("../../../packages/generated/docs", import.meta.url));

/** A copy of the pages with the false sentence. */
function copyWith({ file, text, instead }: FalseSentence): string {
  const copy = mkdtempSync(join(tmpdir(), "false-sentence-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(pages, copy, { recursive: true });
  const before = readFileSync(join(copy, file), "utf8");
  expect(before).toMatch(text);
  writeFileSync(join(copy, file), before.replace(text, instead));
  return copy;
}

// CI puts some of them back. Without them nothing is found: `pages.long.test.ts`.
test.each(pieceOf(falseSentences, 3))("finds that it is false that $name", async (sentence) => {
  const { code, text } = await runCommand([...sentence.args, "--pages", copyWith(sentence)]);
  for (const found of sentence.finds) expect(text).toContain(found);
  expect(code).toBe(1);
});
