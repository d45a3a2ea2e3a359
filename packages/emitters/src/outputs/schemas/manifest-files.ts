import { compareText, toContract } from "@proviso/compiler";
import type { DomainModel } from "@proviso/compiler";
import { compactContract } from "@proviso/manifest";
import type { EmittedFile } from "../../text/emitted-file.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { manifestPath } from "../../naming/domain-file.ts";
import { modulesOf, type PackageEntry } from "../../package/package-entry.ts";
import { printCompactJson } from "../../text/print-json.ts";
import { isVisible } from "../../naming/project-outline.ts";

export const manifestPackage = "@proviso/manifest";
/** What emitted code imports of it: JSON types, and the reader of stored contracts. */
export const manifestModule = "@proviso/manifest/codegen1";

/** `manifest/emails.json`: the contracts of a domain, as data: TypeScript does not check it, and no contract text is code. */
export function contractsFile(domain: DomainModel): readonly EmittedFile[] {
  const tools = domain.tools.filter(isVisible).map((tool) => compactContract(toContract(tool)));
  if (tools.length === 0) return [];
  const text = printCompactJson({ "//": generatedNotice(domain.file), tools });
  return [{ path: manifestPath(domain.name), text }];
}

/**
 * `manifest/index.*`: the contracts of all domains, for the runtime. It is a JavaScript module with a declaration, outside of
 * `src`, because TypeScript would infer a type for each JSON file that it imports.
 */
export function manifestFiles(
  entries: readonly PackageEntry[],
  { product, wireNames }: EmitOptions,
): readonly EmittedFile[] {
  const permissions = neededPermissions(entries);
  const data = { "//": generatedNotice(), format: 1, product, wireNames, permissions };
  return [
    { path: "manifest/index.json", text: printCompactJson(data) },
    { path: "manifest/index.js", text: moduleText(entries) },
    { path: "manifest/index.d.ts", text: declarationText() },
  ];
}

const doc = "/** The contracts of all tools, as the runtime enforces them. */";

function moduleText(entries: readonly PackageEntry[]): string {
  const domains = modulesOf(entries).filter(({ tools }) => tools.length > 0);
  const imports = domains.map(({ property, file }) => jsonImport(`${property}Contracts`, file));
  const contracts = domains.map(({ property }) => `  ${property}Contracts,\n`).join("");
  return `// ${generatedNotice()}

import { readManifest } from ${stringLiteral(manifestModule)};
${jsonImport("project", "index")}${imports.join("")}
${doc}
export const manifest = readManifest(project, [${contracts === "" ? "" : `\n${contracts}`}]);
`;
}

function jsonImport(name: string, file: string): string {
  return `import ${name} from ${stringLiteral(`./${file}.json`)} with { type: "json" };\n`;
}

function declarationText(): string {
  return `// ${generatedNotice()}

import type { Manifest } from ${stringLiteral(manifestModule)};

${doc}
export declare const manifest: Manifest;
`;
}

/** Without the permissions that only forbidden tools need: their names would reveal that such tools exist. */
function neededPermissions(entries: readonly PackageEntry[]): Readonly<Record<string, string>> {
  const needed = new Set(entries.flatMap(({ needs }) => needs));
  const permissions = entries.flatMap((entry) => Object.entries(entry.permissions));
  return Object.fromEntries(
    permissions.filter(([name]) => needed.has(name)).toSorted(([a], [b]) => compareText(a, b)),
  );
}
