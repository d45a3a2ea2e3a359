import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reportFormats } from "../src/report/report-formats.ts";
import { ownFolder, proviso, serverCommand } from "./run-program.ts";

const contracts = new URL("controls/secrets-stay.yaml", import.meta.url).pathname;
const password = 'pw"7-x';
const token = "token-of-the-server";

test.each(reportFormats.map(({ name }) => name))("no secret stands in %s, nor in a trace", async (format) => {
  const traces = ownFolder();
  const given = ["--value", `password=${JSON.stringify(password)}`, "--env", `TOKEN=${token}`];
  const words = ["--contracts", contracts, "--secret", "TOKEN", "--traces", traces, "--format", format];
  const server = serverCommand("controls/secrets-stay.mjs", "broken");
  const { code, out, err } = await proviso([...given, ...words, "--trials", "3", "--", ...server, token]);
  const files = readdirSync(traces).map((name) => readFileSync(join(traces, name), "utf8"));
  expect(code).toBe(1);
  expect(files).toHaveLength(1);
  for (const text of [out, err, ...files]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain('pw"7');
    expect(text).not.toContain('pw\\"7');
  }
  expect(files[0]).toContain('"password": "[secret]"');
  expect(files[0]).toContain("too short: [secret]");
});
