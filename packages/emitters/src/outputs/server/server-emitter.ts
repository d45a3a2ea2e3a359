import type { Emitter } from "../../package/emitter.ts";
import { moduleEntry, type ModuleEntry } from "../../package/package-entry.ts";
import { packageFiles } from "../../package/package-files.ts";
import { printTypeScript } from "../../typescript/print-typescript.ts";
import { indexModule } from "./index-module.ts";
import { serverReadme } from "./readme.ts";
import { runtimePackage } from "./runtime.ts";

/** The handler types and the enforcing server, without forbidden tools. */
export const serverEmitter: Emitter<ModuleEntry | null> = {
  name: "server",
  summary: "typed handlers to fill in, and the server that enforces their contracts",
  runtime: runtimePackage,
  async emitDomain(domain, { project }) {
    const names = project.domains.get(domain.name);
    return { files: [], entry: names && names.tools.size > 0 ? moduleEntry(names) : null };
  },
  async emitIndex(entries, options) {
    const emittedDomains = entries.filter((entry) => entry !== null);
    return [
      ...packageFiles(options, {
        description: `The enforcing server of ${options.product}, generated from its tool contracts.`,
        dependencies: [runtimePackage, options.schemasModule],
        modules: [],
        data: [],
        readme: (own) => serverReadme(options, own, emittedDomains),
      }),
      await printTypeScript(indexModule(options, emittedDomains), options.shapes),
    ];
  },
};
