// The commands that the page about the audit trail shows, in their order.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { sqliteAudit } from "../../src/index.ts";
import { expect, test } from "vitest";
import { succeed } from "./run-audit.ts";
import { entry, newKeys, temporaryFolder } from "./trails.ts";

const page = join(import.meta.dirname, "../../../../apps/docs/src/content/docs/the-audit-trail.mdx");

/** The words of each command in the blocks that are marked with a word. */
function commands(mark: string): readonly (readonly string[])[] {
  const blocks = [
    ...readFileSync(page, "utf8").matchAll(new RegExp(`^\`\`\`sh ${mark}\n(.*?)^\`\`\``, "gms")),
  ].map(([, text = ""]) => text);
  return blocks
    .flatMap((text) => text.trim().split("\n"))
    .map((line) => line.replace(/^proviso audit /, "").split(" "));
}

const isFile = (word: string): boolean => /^[a-z]+\.[a-z]+$/.test(word);

test("the commands that keep a trail for years work as the page shows them", async () => {
  const folder = temporaryFolder();
  const keys = newKeys();
  writeFileSync(join(folder, "audit.pub"), keys.publicKey);
  writeFileSync(join(folder, "audit.key"), keys.key.export({ type: "pkcs8", format: "pem" }));
  const sink = sqliteAudit({ file: join(folder, "proviso.sqlite"), signing: { key: keys.key } });
  for (const year of [2023, 2024, 2025])
    await sink.append(entry(`c-${year}`, { time: `${year}-06-01T00:00:00.000Z` }));
  await sink.close();
  const said: string[] = [];
  for (const words of commands("years"))
    said.push(await succeed(...words.map((word) => (isFile(word) ? join(folder, word) : word))));
  expect(said.join("\n")).toContain("2 records would be removed");
  expect(said.join("\n")).toContain("removed 2 records");
  expect(said.join("\n")).toContain("records 1 to 2 were pruned");
});

test("the commands that prove a call work as the page shows them", async () => {
  const folder = temporaryFolder();
  const keys = newKeys();
  writeFileSync(join(folder, "audit.pub"), keys.publicKey);
  const sink = sqliteAudit({ file: join(folder, "proviso.sqlite"), signing: { key: keys.key } });
  await sink.append(entry("4f1d0c2a-1"));
  await sink.append(entry("4f1d0c2a-1", { kind: "outcome", outcome: "completed" }));
  await sink.close();
  const [make, check] = commands("evidence").map((words) =>
    words.map((word) => (isFile(word) ? join(folder, word) : word)),
  );
  await succeed(...(make ?? []));
  const [program, verifier = "", ...files] = check ?? [];
  expect(program).toBe("node");
  const path = join(import.meta.dirname, "../..", verifier.replace("node_modules/@proviso/trail/", ""));
  expect(execFileSync(process.execPath, [path, ...files], { encoding: "utf8" })).toContain("PROVED");
});
