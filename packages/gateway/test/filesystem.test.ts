import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBench, filesystem, textOf, withoutNotes, yes } from "./bench.ts";

test("a read that its server calls a read runs unasked with --trust hints, and a write asks", async () => {
  await using bench = openBench();
  const folder = join(realpathSync(bench.folder), "files");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.txt"), "hello");
  const source = filesystem(folder);
  const gateway = await bench.open({ source, trustsHints: true });
  const questions: string[] = [];
  const client = await bench.host(gateway, {
    answer: ({ message }) => {
      questions.push(message);
      return yes();
    },
  });
  const direct = await bench.direct(source);
  const path = join(folder, "a.txt");
  const read = { name: "read_text_file", arguments: { path } };
  expect(withoutNotes(await client.callTool(read))).toEqual(await direct.callTool(read));
  expect(questions).toEqual([]);
  const written = join(folder, "b.txt");
  await client.callTool({ name: "write_file", arguments: { path: written, content: "new" } });
  expect(questions).toEqual([expect.stringContaining(written)]);
  expect(readFileSync(written, "utf8")).toBe("new");
});

test("without a person who can be asked nothing is written, and the refusal says why", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: filesystem(bench.folder) });
  const client = await bench.host(gateway);
  const path = join(bench.folder, "b.txt");
  const refused = await client.callTool({ name: "write_file", arguments: { path, content: "new" } });
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toMatch(/person/);
  expect(() => readFileSync(path)).toThrow("ENOENT");
});

test("an error of the server keeps its text, and arguments that do not fit are not forwarded", async () => {
  await using bench = openBench();
  const source = filesystem(bench.folder);
  const gateway = await bench.open({ source, trustsHints: true });
  const [direct, client] = [await bench.direct(source), await bench.host(gateway)];
  const missing = { name: "read_text_file", arguments: { path: join(bench.folder, "none.txt") } };
  const expected = await direct.callTool(missing);
  expect(expected.isError).toBe(true);
  expect(withoutNotes(await client.callTool(missing))).toEqual(expected);
  const wrong = await client.callTool({ name: "read_text_file", arguments: { path: 7 } });
  expect(wrong).toMatchObject({ isError: true, _meta: { "dev.proviso/failure": { code: "invalid_input" } } });
});
