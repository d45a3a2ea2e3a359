import { generateProject } from "../output/generate-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { openStore } from "../incremental/store.ts";
import { countOf } from "../terminal/count.ts";
import type { InstallationCheck, Finding } from "./check.ts";

/** What `generate` would write is what is there. */
export const generatedCode: InstallationCheck = {
  name: "generated code",
  async run({ place, project }): Promise<readonly Finding[]> {
    if (!project.config) return [];
    const { update } = await generateProject(place, {
      isDryRun: true,
      isFromScratch: true,
      store: openStore(place),
      disk: lookAtDisk(place.root),
      progress: () => undefined,
    });
    if (!update) return [];
    const edited = update.drift.filter(({ kind }) => kind === "hand-edited").map(({ path }) => path);
    const [first] = update.drift;
    const problems = update.problems.map((problem) => ({ problem, advice: "see the message" }));
    if (!first) return problems;
    const problem = `${countOf(update.drift.length, "file")} out of date, such as ${first.path} (${first.kind})`;
    const advice = `\`proviso generate\`${edited.length > 0 ? `; it overwrites ${edited.join(", ")}, edited by hand` : ""}`;
    return [...problems, { problem, advice }];
  },
};
