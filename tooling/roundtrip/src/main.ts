// Says how the lists that are named come through: see README.md.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { ListedTool } from "./compare.ts";
import { roundTrip } from "./round-trip.ts";

const files = process.argv.slice(2);
let isGood = files.length > 0;
if (!isGood)
  console.error("./x roundtrip LIST.json...  imports each list, serves it, and compares what a client sees");
for (const file of files) {
  const saved = JSON.parse(await readFile(file, "utf8")) as
    | readonly ListedTool[]
    | { tools: readonly ListedTool[] };
  const tools = "tools" in saved ? saved.tools : saved;
  const folder = await mkdtemp(join(tmpdir(), "proviso-roundtrip-"));
  const start = performance.now();
  try {
    const { differences, checked, fitting, notes } = await roundTrip(tools, folder);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${basename(file)}: ${tools.length} tools, ${differences.length} differences, ${checked} values (${fitting} fit), ${seconds} s`,
    );
    for (const line of differences) console.log(`  ${line}`);
    if (notes !== "") console.log(notes.trimEnd().replaceAll(/^/gm, "  note: "));
    isGood &&= differences.length === 0;
  } catch (error) {
    console.log(`${basename(file)}: ${String(error)}`);
    isGood = false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
process.exitCode = isGood ? 0 : 1;
