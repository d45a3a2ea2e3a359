// The lines of a trail, read from the end of its file.
import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { linesBackwards, parseLine, wholeLines } from "../../src/trail/json-lines.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { temporaryFolder, timesOpen } from "./trails.ts";

/** What is found in a file that contains this text: the bytes of whole lines, and these, last line first. */
async function read(
  text: string,
  size?: number,
): Promise<readonly [whole: number, lines: readonly string[]]> {
  const file = join(temporaryFolder(), "lines");
  writeFileSync(file, text);
  const handle = await open(file, "r");
  try {
    const whole = await wholeLines(handle, size ?? Buffer.byteLength(text));
    return [whole, await Readable.from(linesBackwards(handle, whole)).toArray()];
  } finally {
    await handle.close();
  }
}

const long = "x".repeat(70_000);

test("a file without a line feed has no whole line", async () => {
  for (const text of ["", "a", long, `${long}${long}`]) expect(await read(text)).toEqual([0, []]);
});

test("what comes after the last line feed is no whole line, however long it is", async () => {
  expect(await read(`a\n${long}`)).toEqual([2, ["a"]]);
  expect(await read(`\n${long}`)).toEqual([1, [""]]);
  // The first byte of the last part that is read at once.
  expect(await read(`ab\n${"x".repeat(64 * 1024 - 1)}`)).toEqual([3, ["ab"]]);
});

test("empty lines are lines, also at the beginning", async () => {
  expect(await read("\n")).toEqual([1, [""]]);
  expect(await read("\nabc\n\n")).toEqual([6, ["", "abc", ""]]);
});

test("a file that becomes shorter meanwhile is not read as zeros", async () => {
  await expect(read("a\nb\n", 9)).rejects.toThrow("became shorter while it was read");
});

test("a line is its value, or its text if it is not JSON as we write it", () => {
  expect(parseLine('{"a":[1,"b"]}')).toEqual({ a: [1, "b"] });
  for (const text of ["", "{", '{"a":1,"a":2}', '{"a": 1}', "1e1"]) expect(parseLine(text)).toBe(text);
});

test("a trail is read to its last whole line, across the parts that are read at once, and its file closed", async () => {
  const file = join(temporaryFolder(), "audit.jsonl");
  // 64 KiB end within a character of three bytes.
  const values = [`a${"€".repeat(30_000)}`, "b", "c"];
  writeFileSync(file, `${values.map((value) => JSON.stringify(value)).join("\n")}\n"unfinished`);
  const trail = await readJsonlAudit(file);
  expect(await Readable.from(trail.events()).toArray()).toEqual(values);
  expect(await trail.newest(2)).toEqual(["b", "c"]);
  expect(await trail.newest(9)).toEqual(values);
  expect(timesOpen(file)).toBe(0);
});
