import type { Emitter } from "../../package/emitter.ts";
import { contractsFile, manifestFiles } from "../../package/manifest-files.ts";
import { modulesOf, packageEntry, type PackageEntry } from "../../package/package-entry.ts";
import { packageFiles } from "../../package/package-files.ts";
import { printTypeScript } from "../../typescript/print-typescript.ts";
import { visibleDomain } from "../../naming/visible-domain.ts";
import { domainModule } from "./domain-module.ts";
import { indexModule } from "./index-module.ts";
import { clientReadme } from "./readme.ts";
import { runtime, runtimePackage } from "./runtime.ts";

/** Typed calls and failures behind the guard. Forbidden tools do not occur. */
export const clientEmitter: Emitter<PackageEntry> = {
  name: "client",
  summary: "typed calls and failures, behind a guard that knows the contracts",
  async emitDomain(domain, { project, shapes }) {
    const names = project.domains.get(domain.name);
    const entry = packageEntry(domain, names);
    if (!names) return { files: [], entry };
    const module = domainModule(visibleDomain(domain, names), project.domains);
    return { files: [printTypeScript(module, shapes), ...contractsFile(domain, names)], entry };
  },
  async emitIndex(entries, options) {
    const modules = modulesOf(entries);
    const description = `The guarded client of ${options.product}, generated from its tool contracts.`;
    const readme = clientReadme(options, modules);
    return [
      ...packageFiles(options, { description, runtimePackage, modules, readme }),
      ...manifestFiles(entries, options, runtime),
      await printTypeScript(indexModule(options.product, modules), options.shapes),
    ];
  },
};
