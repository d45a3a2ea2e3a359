import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compiler, linkPackages, program, run } from "../src/round-trip.ts";

const filesystem = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-filesystem/dist/index.js",
);

/** Calls tools as the project's server does, with a person who agrees to everything, and prints what they return. */
const driver = `
import { testPerson } from "@proviso/inbox/testing";
import { memoryState } from "@proviso/server";
import { callApproved } from "@proviso/server/testing";
import { createApp } from "./app.ts";
import { upstream as address } from "./tools.ts";
import { createUpstream } from "./upstream.ts";

if (!address) throw new Error("there is no original server");
const upstream = createUpstream(address);
const { app, approvals } = createApp(memoryState(), upstream);
const call = callApproved(app, { id: "somebody", kind: "agent", permissions: [] }, testPerson(approvals, { id: "somebody" }));
const [folder = ""] = process.argv.slice(2);
const path = folder + "/note.txt";
const outcomes = [
  await call("files.write_file", { path, content: "Water the plants." }),
  await call("files.read_text_file", { path }),
  await call("files.read_text_file", { path: "/etc/hostname" }),
];
await upstream.close();
console.log(JSON.stringify(outcomes));
`;

test("a project imported from a live server forwards calls to it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proviso-forward-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shared = join(folder, "shared");
  await mkdir(shared);
  const start = [process.execPath, filesystem, shared];
  await run(program, ["import", "--product", "files", "--domain", "files", "--stdio", ...start], folder);
  await run(program, ["check"], folder);
  await run(program, ["generate"], folder);
  await writeFile(join(folder, "src/drive.ts"), driver);
  await linkPackages(folder);
  await run(compiler, ["-p", "."], folder);
  await run("--test", ["dist/test/app.js"], folder);
  const { stdout } = await run("dist/drive.js", [shared], folder);
  const [written, read, refused] = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
  expect(written).toMatchObject({ kind: "completed" });
  expect(JSON.stringify(read)).toContain("Water the plants.");
  // The original server refuses other folders.
  expect(refused).toMatchObject({
    kind: "failed",
    failure: { code: "tool_failed", message: expect.stringContaining("outside allowed directories") },
  });
});
