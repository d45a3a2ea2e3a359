// what `proviso generate` costs, as a multiple of starting Node.js: --tools 100 --rounds 7
import { join } from "node:path";
import process from "node:process";
import { compare, readNumbers } from "./kit/compare.mjs";
import { editOne, forget } from "./kit/edits.mjs";
import { writeProject } from "./kit/project.mjs";
import { inScratchFolder, timeProcess } from "./kit/whole-process.mjs";

const proviso = join(import.meta.dirname, "../../packages/cli/bin/proviso.js");
const { tools, rounds } = readNumbers({ tools: 100, rounds: 7 });
const start = "node -e 0";

await inScratchFolder(async (root) => {
  const node = (...argv) => timeProcess(process.execPath, argv, { cwd: root });
  const generate = (...options) => node(proviso, "generate", ...options);
  await writeProject(root, tools);
  await generate();
  const unchanged = "generate, nothing changed";
  await compare({
    name: "generate",
    title: `${tools} tools`,
    unit: "ms",
    rounds,
    cases: [
      { name: start, measure: () => node("-e", "0") },
      { name: unchanged, measure: () => generate(), budgets: [{ of: start, atMost: 5 }] },
      {
        name: "generate --check, nothing changed",
        measure: () => generate("--check"),
        budgets: [{ of: unchanged, atMost: 1.5 }],
      },
      {
        name: "generate, one contract edited",
        async measure() {
          await editOne(root);
          return generate();
        },
      },
      { name: "generate --verify", measure: () => generate("--verify") },
      {
        name: "generate, cold",
        async measure() {
          await forget(root);
          return generate();
        },
      },
    ],
  });
});
