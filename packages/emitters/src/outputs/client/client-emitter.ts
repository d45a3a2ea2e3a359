import type { Emitter } from "../../package/emitter.ts";
import { moduleEntry, type ModuleEntry } from "../../package/package-entry.ts";
import { packageFiles } from "../../package/package-files.ts";
import { printTypeScript } from "../../typescript/print-typescript.ts";
import { clientIndex } from "./index-module.ts";
import { clientReadme } from "./readme.ts";
import { clientRuntimePackage } from "./runtime.ts";

/** Typed calls through the guard, without forbidden tools. */
export const clientEmitter: Emitter<ModuleEntry | null> = {
  name: "client",
  summary: "typed calls and failures, behind a guard that knows the contracts",
  runtime: clientRuntimePackage,
  async emitDomain(domain, { project }) {
    const names = project.domains.get(domain.name);
    return { files: [], entry: names && names.tools.size > 0 ? moduleEntry(names) : null };
  },
  async emitIndex(entries, options) {
    const domains = entries.filter((entry) => entry !== null);
    return [
      ...packageFiles(options, {
        description: `The guarded client of ${options.product}, generated from its tool contracts.`,
        dependencies: [clientRuntimePackage, options.schemasModule],
        modules: [],
        data: [],
        readme: (own) => clientReadme(options, own, domains),
      }),
      await printTypeScript(clientIndex(options, domains), options.shapes),
    ];
  },
};
