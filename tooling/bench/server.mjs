// what enforcement costs a running server, beside the raw SDKs: --rounds 7 --calls 2000 --tools 1000
import process from "node:process";
import { startCluster } from "@proviso/postgres";
import { compare, readNumbers } from "./kit/compare.mjs";
import { connect1, connect2 } from "./kit/http-clients.mjs";
import { writeManifest } from "./kit/manifest.mjs";
import { startSubject } from "./kit/subject-process.mjs";
import { inputOfRead, readTool, writeTool } from "./kit/tools.mjs";
import { inScratchFolder } from "./kit/whole-process.mjs";

const { rounds, calls, tools } = readNumbers({ rounds: 7, calls: 2000, tools: 1000 });
const read = {
  name: readTool,
  arguments: inputOfRead,
};
const list = { method: "tools/list" };
const call = { method: "tools/call", params: read };
/** Calls before measuring, so that the engine has optimized the code. */
const warmUp = 20_000;
const megabyte = 1024 * 1024;
const subjects = [];

/**
 * Calls without HTTP: over a transport that passes objects, and over lines of text. No client is measured. The raw server
 * checks neither arguments nor results, and records nothing: a whole call takes about as long as two audit records.
 */
async function callCases(start) {
  const counting = await Promise.all(
    ["raw 1.x", "enforced 1.x, audit not kept"].map((name) => start("memory", name)),
  );
  const promises = async () => {
    const [raw, enforced] = await Promise.all(counting.map((subject) => subject.promisesOf(call, 100)));
    return enforced - raw;
  };
  const ask = async (kind, name) => {
    const subject = await start(kind, name);
    await subject.cpuOfRequests(call, warmUp);
    return () => subject.cpuOfRequests(call, calls);
  };
  const pair = async (kind, how) => {
    const raw = `call ${how}, raw 1.x`;
    const beside = async (name, subject) => ({
      name: `call ${how}, ${name}`,
      measure: await ask(kind, subject),
      budgets: [{ of: raw, atMost: 3 }],
    });
    return [
      { name: raw, measure: await ask(kind, "raw 1.x") },
      await beside("enforced 1.x", "enforced 1.x, audit not kept"),
      await beside("enforced 1.x, one record", "enforced 1.x, one record"),
    ];
  };
  return [
    ...(await pair("memory", "in memory")),
    ...(await pair("stdio", "over text")),
    {
      name: "promises of a call in memory, beyond the SDK's",
      unit: "promises",
      measure: promises,
      limit: 25,
    },
  ];
}

/** Calls in memory with a durable trail, one after another and several at once, which share a signature. */
async function auditCases(start) {
  const cases = [];
  for (const database of ["SQLite", "PostgreSQL"])
    for (const callers of [1, 8]) {
      const ask = async (name) => {
        const subject = await start("memory", `enforced 1.x, ${name}`);
        await subject.cpuOfRequests(call, calls, callers);
        return () => subject.cpuOfRequests(call, calls, callers);
      };
      const unsigned = `call with ${database} audit, ${callers} at once`;
      cases.push({ name: unsigned, measure: await ask(`${database} audit`) });
      cases.push({
        name: `${unsigned}, signed`,
        measure: await ask(`signed ${database} audit`),
        budgets: [{ of: unsigned, atMost: 1.3 }],
      });
    }
  return cases;
}

/** Calls over HTTP without sessions; the client is in this process, which is not measured. */
async function httpCases(start) {
  const ask = async (name, connect, callTool) => {
    const subject = await start("http", name);
    const connected = await connect(subject.url);
    const work = async () => {
      for (let at = 0; at < calls; at++) await callTool(connected);
    };
    await work();
    return () => subject.cpuOf(work, calls);
  };
  return [
    { name: "call over HTTP, raw 2.x McpServer", measure: await ask("raw 2.x", connect2, reading) },
    { name: "call over HTTP, tuned 1.x", measure: await ask("tuned 1.x", connect1, reading) },
    {
      name: "call over HTTP, enforced 2.x",
      measure: await ask("enforced 2.x", connect2, reading),
      budgets: [
        { of: "call over HTTP, raw 2.x McpServer", atMost: 0.3 },
        { of: "call over HTTP, tuned 1.x", atMost: 0.5 },
      ],
    },
    {
      name: "keyed call over HTTP, memory store",
      measure: await ask("enforced 2.x", connect2, writing),
    },
    {
      name: "keyed call over HTTP, SQLite store",
      measure: await ask("enforced 2.x over SQLite", connect2, writing),
      budgets: [{ of: "keyed call over HTTP, memory store", atMost: 1.2 }],
    },
  ];
}

let keys = 0;

async function reading(connected) {
  succeeded(await connected.callTool(read));
}

/** Each call has its own key, so that all run and all outcomes are stored. */
async function writing(connected) {
  const _meta = { "dev.proviso/idempotencyKey": `${process.pid}-${++keys}` };
  succeeded(await connected.callTool({ name: writeTool, arguments: { text: "x" }, _meta }));
}

function succeeded(answer) {
  if (answer.isError || answer.structuredContent === undefined) throw new Error(JSON.stringify(answer));
}

/** Costs that grow with the number of tools. */
async function sizeCases(start, few, many) {
  const steady = async (manifest) => {
    const subject = await start("memory", "enforced 1.x, audit not kept", manifest);
    await subject.cpuOfRequests(call, warmUp);
    return () => subject.cpuOfRequests(call, calls);
  };
  const listing = async (name) => {
    const subject = await start("stdio", name, many);
    await subject.cpuOfRequests(list, 3);
    return () => subject.cpuOfRequests(list, 10);
  };
  /** From the start of the process to its first list, and the memory after it. */
  const fresh = (name, figureOf) => async () => {
    const began = performance.now();
    const subject = await start("stdio", name, many);
    await subject.cpuOfRequests(list, 1);
    const figure = await figureOf(subject, began);
    subjects.splice(subjects.indexOf(subject), 1);
    await subject.stop();
    return figure;
  };
  return [
    { name: "call of 10 tools", measure: await steady(few) },
    {
      name: `call of ${tools} tools`,
      measure: await steady(many),
      budgets: [{ of: "call of 10 tools", atMost: 1.1 }],
    },
    ...versus(`list of ${tools}`, 0.06, [await listing("zod 1.x"), await listing("enforced 1.x")]),
    ...versus(`start to list of ${tools} (ms)`, 0.25, [
      fresh("zod 1.x", sinceStart),
      fresh("enforced 1.x", sinceStart),
    ]),
    ...versus(`resident with ${tools} (MB)`, 0.5, [
      fresh("zod 1.x", resident),
      fresh("enforced 1.x", resident),
    ]),
  ];
}

const sinceStart = (_subject, began) => performance.now() - began;
const resident = async (subject) => (await subject.rss()) / megabyte;

const versus = (what, atMost, [zod, enforced]) => [
  { name: `${what}, zod McpServer 1.x`, measure: zod },
  {
    name: `${what}, enforced 1.x`,
    measure: enforced,
    budgets: [{ of: `${what}, zod McpServer 1.x`, atMost }],
  },
];

const cluster = await startCluster();
await inScratchFolder(async (folder) => {
  // Subjects get it with the environment.
  process.env.BENCH_DATABASE = await cluster.createDatabase();
  const few = await writeManifest(folder, 10);
  const many = await writeManifest(folder, tools);
  const start = async (kind, name, manifest = few) => {
    const subject = await startSubject(kind, name, manifest, folder);
    subjects.push(subject);
    return subject;
  };
  try {
    await compare({
      name: "server",
      title:
        "processor time of the server, microseconds for each request; start in milliseconds, memory in megabytes",
      unit: "figure",
      rounds,
      cases: [
        ...(await callCases(start)),
        ...(await httpCases(start)),
        ...(await auditCases(start)),
        ...(await sizeCases(start, few, many)),
      ],
    });
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()));
    await cluster.remove();
  }
});
