import { outlineDomain } from "@proviso/emitters";
import { compileProject } from "../project/compile-project.ts";
import { missingHandlers } from "../project/missing-handlers.ts";
import type { InstallationCheck } from "./check.ts";

/** Every tool has a handler that is more than the stub that `generate` wrote. */
export const handlers: InstallationCheck = {
  name: "handlers",
  run({ project }) {
    const folder = project.config?.handlers?.value;
    const { model } = compileProject(project);
    if (folder === undefined || !model) return [];
    return missingHandlers(project.root, folder, model.domains.map(outlineDomain)).map(
      ({ problem, advice }) => ({ problem, advice }),
    );
  },
};
