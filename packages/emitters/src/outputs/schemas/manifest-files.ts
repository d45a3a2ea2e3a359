import { type DomainModel, compareText, toContract } from "@proviso/compiler";
import { compactContract } from "@proviso/manifest";
import type { EmittedFile } from "../../text/emitted-file.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import { modulesOf, type ModuleEntry, type PackageEntry } from "../../package/package-entry.ts";
import { isVisible } from "../../naming/project-outline.ts";
import { manifestJson } from "./manifest-json.ts";
import { manifestModules } from "./manifest-modules.ts";
import type { ManifestForm } from "./manifest-form.ts";

/** A package has JSON. A compiler would not copy it into the build of an existing package. */
const manifestForms: Readonly<Record<EmitOptions["layout"], ManifestForm>> = {
  packages: manifestJson,
  folders: manifestModules,
};

/** The contracts of a domain. */
export function contractsFiles(
  domain: DomainModel,
  module: ModuleEntry,
  options: EmitOptions,
): ReturnType<ManifestForm["domain"]> {
  const tools = domain.tools.filter(isVisible).map((tool) => compactContract(toContract(tool)));
  return tools.length === 0 ? [] : manifestForms[options.layout].domain(domain, module, { tools }, options);
}

/** The contracts of all domains, for the runtime. */
export async function manifestFiles(
  entries: readonly PackageEntry[],
  options: EmitOptions,
): Promise<readonly EmittedFile[]> {
  const { product, wireNames, layout } = options;
  const domains = modulesOf(entries).filter(({ tools }) => tools.length > 0);
  const project = { format: 1, product, wireNames, permissions: neededPermissions(entries) };
  return Promise.all(manifestForms[layout].index(project, domains, options));
}

/** Without permissions that only forbidden tools need, which would reveal these tools. */
function neededPermissions(entries: readonly PackageEntry[]): Readonly<Record<string, string>> {
  const needed = new Set(entries.flatMap(({ needs }) => needs));
  const permissions = entries.flatMap((entry) => Object.entries(entry.permissions));
  return Object.fromEntries(
    permissions.filter(([name]) => needed.has(name)).toSorted(([a], [b]) => compareText(a, b)),
  );
}
