// how a server's cost grows with its tools and its callers: --rounds 7 --calls 2000. -u writes the figures of the site.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compare, readNumbers } from "./kit/compare.mjs";
import { writeManifest } from "./kit/manifest.mjs";
import { figuresJson, runFacts } from "./kit/run-facts.mjs";
import { startSubject } from "./kit/subject-process.mjs";
import { inputOfRead, readTool } from "./kit/tools.mjs";
import { inScratchFolder } from "./kit/whole-process.mjs";

const { rounds, calls, update } = readNumbers({ rounds: 7, calls: 2000 }, { update: "u" });
const figures = join(import.meta.dirname, "../../apps/docs/src/benchmarks/growth.json");
const call = { method: "tools/call", params: { name: readTool, arguments: inputOfRead } };
const list = { method: "tools/list" };
const warmUp = 20_000;
const toolCounts = [10, 100, 1000, 10_000];
const callerCounts = [1, 4, 16, 64, 256];

await inScratchFolder(async (folder) => {
  const subjects = [];
  const start = async (kind, name, manifest) => {
    const subject = await startSubject(kind, name, manifest, folder);
    subjects.push(subject);
    return subject;
  };
  const [steady, fresh, recorded] = [[], [], []];
  for (const tools of toolCounts) {
    const manifest = await writeManifest(folder, tools);
    const count = tools.toLocaleString("en-US");
    const subject = await start("memory", "enforced 1.x, audit not kept", manifest);
    await subject.cpuOfRequests(call, warmUp);
    const callAgain = async () => {
      // A process that has waited is slow at first.
      await subject.cpuOfRequests(call, calls);
      return subject.cpuOfRequests(call, calls);
    };
    const firstList = async () => {
      const began = performance.now();
      const started = await startSubject("stdio", "enforced 1.x", manifest, folder);
      await started.cpuOfRequests(list, 1);
      const elapsed = performance.now() - began;
      await started.stop();
      return elapsed;
    };
    steady.push({ name: `call, ${count} tools`, measure: callAgain });
    fresh.push({ name: `start to first list, ${count} tools`, unit: "ms", measure: firstList });
  }
  const few = await writeManifest(join(folder, "callers"), 10);
  for (const callers of callerCounts) {
    const subject = await start("memory", "enforced 1.x, signed SQLite audit", few);
    const measure = () => subject.cpuOfRequests(call, calls, callers);
    await measure();
    recorded.push({ name: `recorded call, ${callers} at once`, measure });
  }
  try {
    const title =
      "processor time of the server in microseconds for each call, and milliseconds to the first list";
    const rows = await compare({
      name: "growth",
      title,
      unit: "µs",
      rounds,
      cases: [...steady, ...fresh, ...recorded],
    });
    if (update)
      await writeFile(
        figures,
        figuresJson({ ...runFacts(`./x bench growth --calls ${calls}`, rounds), rows }),
      );
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()));
  }
});
