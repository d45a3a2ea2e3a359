// another revision beside this checkout, in one run: --against REVISION --rounds 7 --tools 1000 --calls 2000 [--keep]
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { compare } from "./kit/compare.mjs";
import { editOne, forget, forgetCache } from "./kit/edits.mjs";
import { connect2 } from "./kit/http-clients.mjs";
import { writeProject } from "./kit/project.mjs";
import { startSubject } from "./kit/subject-process.mjs";
import { inputOfRead, readTool } from "./kit/tools.mjs";
import { startWatching } from "./kit/watching.mjs";
import { inScratchFolder, usageOf } from "./kit/whole-process.mjs";

const { values } = parseArgs({
  options: {
    against: { type: "string" },
    rounds: { type: "string", default: "7" },
    tools: { type: "string", default: "1000" },
    calls: { type: "string", default: "2000" },
    keep: { type: "boolean", default: false },
  },
});
if (values.against === undefined) throw new Error("name the other revision: --against REVISION");
const [rounds, tools, calls] = [values.rounds, values.tools, values.calls].map(Number);
const root = join(import.meta.dirname, "../..");
/** What a wave of work may add to the cost of what was there before it. */
const atMost = 1.1;
const list = { method: "tools/list" };
const read = { name: readTool, arguments: inputOfRead };
const call = { method: "tools/call", params: read };
const warmUp = 20_000;
const ends = [];

const other = checkOut(values.against);
try {
  await inScratchFolder(async (scratch) => {
    const sides = [
      await prepare(other.folder, join(scratch, "then")),
      await prepare(root, join(scratch, "now")),
    ];
    await compare({
      name: "trend",
      title: `${values.against} beside this checkout, ${tools} tools; processor time except of watch`,
      unit: "ms",
      rounds,
      cases: pairs(...sides),
    });
  }).finally(() => Promise.all(ends.map((end) => end())));
} finally {
  other.remove();
}

/** Without the variables of the pnpm that started this: in another checkout they would keep `x` from installing. */
function run(command, argv, cwd) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  return execFileSync(command, argv, { cwd, env, encoding: "utf8" }).trim();
}

/** A built checkout of a revision. A kept one is used again. */
function checkOut(revision) {
  const commit = run("git", ["rev-parse", "--verify", `${revision}^{commit}`], root);
  const folder = join(root, ".work/trend", commit);
  if (!existsSync(folder)) run("git", ["worktree", "add", "--detach", folder, commit], root);
  const remove = () => {
    if (!values.keep) run("git", ["worktree", "remove", "--force", folder], root);
  };
  try {
    run(process.execPath, [join(folder, "tooling/x.mjs"), "turbo", "run", "build"], folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** Both sides generate the same project; each serves what its own bench serves. */
async function prepare(repository, folder) {
  const proviso = join(repository, "packages/cli/bin/proviso.js");
  const kit = join(repository, "tooling/bench/kit");
  const [project, watched] = [join(folder, "project"), join(folder, "watched")];
  for (const each of [project, watched]) {
    await mkdir(each, { recursive: true });
    await writeProject(each, tools);
  }
  const { writeManifest } = await import(join(kit, "manifest.mjs"));
  const manifest = await writeManifest(folder, tools);
  const subject = async (kind, name) => {
    const started = await startSubject(kind, name, manifest, folder, join(kit, "subject.mjs"));
    ends.push(started.stop);
    return started;
  };
  const watching = await startWatching(proviso, watched);
  ends.push(watching.stop);
  const cases = { ...compileCases(proviso, project), ...(await serveCases(subject)) };
  return { ...cases, "watch: saved to written": { measure: watching.edit } };
}

function compileCases(proviso, cwd) {
  const cpuOf = async (...argv) => (await usageOf([proviso, ...argv], { cwd })).cpu;
  const after = (change, ...argv) => ({
    async measure() {
      await change();
      return cpuOf(...argv);
    },
  });
  return {
    "generate, cold": after(() => forget(cwd), "generate"),
    // The first run after another one looks into every file once.
    "generate, nothing changed": after(() => cpuOf("generate"), "generate"),
    "generate, one contract edited": after(() => editOne(cwd), "generate"),
    "check, one contract edited": after(() => editOne(cwd), "check"),
    "check, cold": after(() => forgetCache(cwd), "check"),
  };
}

async function serveCases(start) {
  const [calling, listing] = [
    await start("memory", "enforced 1.x, audit not kept"),
    await start("stdio", "enforced 1.x"),
  ];
  await calling.cpuOfRequests(call, warmUp);
  await listing.cpuOfRequests(list, 100);
  const http = await start("http", "enforced 2.x");
  const client = await connect2(http.url);
  const callAll = async () => {
    for (let at = 0; at < calls; at++) await client.callTool(read);
  };
  await callAll();
  const fresh = async (figureOf) => {
    const subject = await start("stdio", "enforced 1.x");
    await subject.cpuOfRequests(list, 1);
    const figure = await figureOf(subject);
    ends.pop();
    await subject.stop();
    return figure;
  };
  return {
    "call in memory": inUnit("µs", () => calling.cpuOfRequests(call, calls)),
    "call over HTTP": inUnit("µs", () => http.cpuOf(callAll, calls)),
    [`list of ${tools}`]: inUnit("µs", () => listing.cpuOfRequests(list, 100)),
    "start to first list": inUnit("ms", () => fresh(async (subject) => (await subject.cpu()) / 1000)),
    "resident after it": inUnit("MB", () => fresh(async (subject) => (await subject.rss()) / 2 ** 20)),
  };
}

function inUnit(unit, measure) {
  return { unit, measure };
}

function pairs(then, now) {
  return Object.keys(now).flatMap((name) => [
    { name: `${name}, then`, ...then[name] },
    { name, ...now[name], budgets: [{ of: `${name}, then`, atMost }] },
  ]);
}
