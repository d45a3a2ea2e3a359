import { toContract } from "@proviso/compiler";
import { type CompactContract, compactContract, isForPeople } from "@proviso/manifest";
import type { Emitter } from "../../package/emitter.ts";
import { moduleEntry, type ModuleEntry } from "../../package/package-entry.ts";
import { packageFiles } from "../../package/package-files.ts";
import { printTypeScript } from "../../typescript/print-typescript.ts";
import { serverIndex } from "./index-module.ts";
import { serverReadme } from "./readme.ts";
import { serverRuntimePackage } from "./runtime.ts";

/**
 * The handler types and the enforcing server. Of forbidden tools it has those that people may call: agents and clients use the
 * schemas, where no forbidden tool is.
 */
export const serverEmitter: Emitter<ServerEntry> = {
  name: "server",
  summary: "typed handlers to fill in, and the server that enforces their contracts",
  runtime: serverRuntimePackage,
  async emitDomain(domain, { project }) {
    const names = project.domains.get(domain.name);
    return {
      files: [],
      entry: {
        module: names && names.tools.size > 0 ? moduleEntry(names) : null,
        people: domain.tools.filter(isForPeople).map((tool) => compactContract(toContract(tool))),
      },
    };
  },
  async emitIndex(entries, options) {
    const emittedDomains = entries.flatMap(({ module }) => module ?? []);
    const people = entries.flatMap((entry) => entry.people);
    return [
      ...packageFiles(options, {
        description: `The enforcing server of ${options.product}, generated from its tool contracts.`,
        dependencies: [serverRuntimePackage, options.schemasModule],
        modules: [],
        data: [],
        readme: (own) => serverReadme(options, own, emittedDomains),
      }),
      await printTypeScript(serverIndex(options, emittedDomains, people), options.shapes),
    ];
  },
};

interface ServerEntry {
  /** Null if the domain has forbidden tools only. */
  readonly module: ModuleEntry | null;
  /** The contracts of its forbidden tools that people may call. */
  readonly people: readonly CompactContract[];
}
