// `proviso` beside hey-api, TypeSpec and buf on the same tools, in one run, against its budgets: --tools 1000 --rounds 7. -u writes the figures of the site.
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { compare, readNumbers } from "./kit/compare.mjs";
import { editOne, editShared, forget, forgetCache } from "./kit/edits.mjs";
import { openApiDocument, protoFiles, typeSpecFiles } from "./kit/peer-input.mjs";
import { installPeers, versions } from "./kit/peers.mjs";
import { writeProject } from "./kit/project.mjs";
import { figuresJson, runFacts } from "./kit/run-facts.mjs";
import { startWatching } from "./kit/watching.mjs";
import { inScratchFolder, timeProcess, usageOf } from "./kit/whole-process.mjs";

const repository = join(import.meta.dirname, "../..");
const proviso = join(repository, "packages/cli/bin/proviso.js");
const tsc = join(repository, "node_modules/typescript/bin/tsc");
const { tools, rounds, update } = readNumbers({ tools: 1000, rounds: 7 }, { update: "u" });
const fewer = Math.ceil(tools / 10);
const fewerPeer = `hey-api, ${fewer} tools`;

const peers = await installPeers();
await inScratchFolder(async (scratch) => {
  const folders = await writeInputs(scratch);
  const watching = await startWatching(proviso, folders.watched);
  try {
    const rows = await compare({
      name: "peers",
      title: `${tools} tools`,
      unit: "ms",
      rounds,
      cases: casesIn(folders, watching),
    });
    if (update) await writeFigures(rows);
  } finally {
    await watching.stop();
  }
});

/** Replaces the run with as many tools in the figures that the page "Benchmarks" shows. */
async function writeFigures(rows) {
  const path = join(repository, "apps/docs/src/benchmarks/peers.json");
  const { runs } = JSON.parse(await readFile(path, "utf8"));
  const run = { tools, ...runFacts(`./x bench peers --tools ${tools}`, rounds), versions, rows };
  const others = runs.filter((each) => each.tools !== tools);
  const all = [...others, run].toSorted((a, b) => a.tools - b.tools);
  await writeFile(path, figuresJson({ runs: all }));
}

/** Writes the tools in every language, and brings `proviso` up to date in each of its folders. */
async function writeInputs(scratch) {
  const folders = Object.fromEntries(
    ["ours", "small", "watched", "heyApi", "heyApiSmall", "typeSpec", "buf"].map((name) => [
      name,
      join(scratch, name),
    ]),
  );
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  await writeProject(folders.ours, tools);
  await writeProject(folders.small, fewer);
  await writeProject(folders.watched, tools);
  await writeFile(join(folders.heyApi, "openapi.json"), JSON.stringify(openApiDocument(tools)));
  await writeFile(join(folders.heyApiSmall, "openapi.json"), JSON.stringify(openApiDocument(fewer)));
  await writeFiles(folders.typeSpec, typeSpecFiles(tools));
  await writeFiles(folders.buf, protoFiles(tools));
  await symlink(join(peers, "node_modules"), join(scratch, "node_modules"));
  await writeTypeScriptProject(folders.heyApi, ["out"]);
  await writeTypeScriptProject(join(folders.ours, "check"), [
    "../out/server/src",
    "../out/client/src",
    "../out/schemas/src",
  ]);
  await generate(folders.ours);
  return folders;
}

async function writeFiles(folder, files) {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function writeTypeScriptProject(folder, include) {
  await mkdir(folder, { recursive: true });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "es2023",
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
    paths: {
      "@proviso/server/codegen1": [join(repository, "packages/server/dist/codegen1.d.ts")],
      "@proviso/client/codegen1": [join(repository, "packages/client/dist/codegen1.d.ts")],
      "@proviso/manifest/codegen1": [join(repository, "packages/manifest/dist/codegen1.d.ts")],
      "@bench/schemas": ["../out/schemas/src/index.ts"],
      "@bench/schemas/*": ["../out/schemas/src/*.ts"],
    },
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
}

function node(cwd, ...argv) {
  return timeProcess(process.execPath, argv, { cwd });
}

function generate(cwd, ...options) {
  return node(cwd, proviso, "generate", ...options);
}

async function generateCold(folder) {
  await forget(folder);
  return generate(folder);
}

function of(name, atMost) {
  return { of: name, atMost };
}

function casesIn(folders, watching) {
  return [
    ...peerCases(folders),
    ...generateCases(folders),
    ...checkCases(folders),
    { name: "watch: saved to written", measure: watching.edit, limit: 150 },
    {
      name: "peak memory, cold",
      unit: "MB",
      async measure() {
        await forget(folders.ours);
        const { peakMemory } = await usageOf([proviso, "generate"], { cwd: folders.ours });
        return peakMemory;
      },
      limit: 450,
    },
  ];
}

function peerCases({ ours, heyApi, heyApiSmall, typeSpec, buf }) {
  const [openApiTs, tsp, bufLint] = [
    "@hey-api/openapi-ts/bin/run.js",
    "@typespec/compiler/cmd/tsp.js",
    "@bufbuild/buf/bin/buf",
  ].map((path) => join(peers, "node_modules", path));
  const plugins = ["-p", "@hey-api/typescript", "@hey-api/sdk", "zod"];
  const runHeyApi = (folder) => node(folder, openApiTs, "-i", "openapi.json", "-o", "out", "-s", ...plugins);
  return [
    { name: "node -e 0", measure: () => node(ours, "-e", "0") },
    { name: "hey-api", measure: () => runHeyApi(heyApi) },
    { name: fewerPeer, measure: () => runHeyApi(heyApiSmall) },
    { name: "tsp compile --no-emit", measure: () => node(typeSpec, tsp, "compile", "main.tsp", "--no-emit") },
    { name: "buf lint", measure: () => node(buf, bufLint, "lint") },
  ];
}

function generateCases({ ours, small }) {
  const coldFewer = `generate, ${fewer} tools, cold`;
  const unchanged = "generate, nothing changed";
  const oneEdited = "generate, one contract edited";
  return [
    { name: coldFewer, measure: () => generateCold(small), budgets: [of(fewerPeer, 0.7)] },
    {
      name: "generate, cold",
      measure: () => generateCold(ours),
      budgets: [of("hey-api", 0.6)],
    },
    { name: "generate again, which looks into every file once", measure: () => generate(ours) },
    { name: unchanged, measure: () => generate(ours), budgets: [of("hey-api", 0.04), of("node -e 0", 5)] },
    {
      name: "generate --check, nothing changed",
      measure: () => generate(ours, "--check"),
      budgets: [of(unchanged, 1.5)],
    },
    {
      name: oneEdited,
      async measure() {
        await editOne(ours);
        return generate(ours);
      },
      budgets: [of("hey-api", 0.1)],
    },
    ...["permission", "type"].map((what) => ({
      name: `generate, text of a shared ${what} edited`,
      async measure() {
        await editShared(ours, what);
        return generate(ours);
      },
      budgets: [of(oneEdited, 2)],
    })),
  ];
}

function checkCases({ ours, heyApi }) {
  const theirs = "type-check of hey-api's output";
  return [
    { name: "check, one contract edited", measure: () => node(ours, proviso, "check") },
    {
      name: "check, warm cache",
      measure: () => node(ours, proviso, "check"),
      budgets: [of("tsp compile --no-emit", 0.1)],
    },
    {
      name: "check, cold",
      async measure() {
        await forgetCache(ours);
        return node(ours, proviso, "check");
      },
      budgets: [of("tsp compile --no-emit", 0.6), of("buf lint", 2)],
    },
    { name: theirs, measure: () => node(heyApi, tsc, "-p", ".") },
    {
      name: "type-check of ours",
      measure: () => node(join(ours, "check"), tsc, "-p", "."),
      budgets: [of(theirs, 0.33)],
    },
  ];
}
