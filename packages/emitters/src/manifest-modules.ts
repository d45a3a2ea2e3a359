import { compareText, toContract } from "@proviso/compiler";
import type { DomainModel } from "@proviso/compiler";
import type { Json } from "@proviso/manifest";
import type { EmitOptions, EmittedFile } from "./emitter.ts";
import { generatedNotice } from "./generated-notice.ts";
import { stringLiteral, valueLiteral } from "./literal-text.ts";
import type { DomainNames } from "./names.ts";
import { modulesOf, type PackageEntry } from "./package-entry.ts";
import { isVisible } from "./project-names.ts";

/** `src/manifest/emails.ts`: the contracts of a domain as data. Data alone, and much of it: nothing here needs ts-morph. */
export function contractsModule(
  domain: DomainModel,
  { file }: DomainNames,
  runtime: string,
): readonly EmittedFile[] {
  const tools = domain.tools.filter(isVisible);
  if (tools.length === 0) return [];
  const declaration = 'export const tools: Manifest["tools"] = ';
  const value = valueLiteral(tools.map(toContract) as unknown as Json, declaration.length);
  const text = `// ${generatedNotice(domain.file)}

import type { Manifest } from ${stringLiteral(runtime)};

/** The contracts of \`${domain.name}\`, as the runtime enforces them. */
${declaration}${value};
`;
  return [{ path: `src/manifest/${file}.ts`, text }];
}

/** `src/manifest.ts`: the contracts of all domains, for the runtime. */
export function manifestModule(
  entries: readonly PackageEntry[],
  { product, wireNames }: EmitOptions,
  runtime: string,
): EmittedFile {
  const modules = modulesOf(entries).filter(({ tools }) => tools.length > 0);
  const imports = modules.map(
    ({ property, file }) =>
      `import { tools as ${property}Tools } from ${stringLiteral(`./manifest/${file}.ts`)};\n`,
  );
  const tools = modules.map(({ property }) => `    ...${property}Tools,\n`).join("");
  const text = `// ${generatedNotice()}

import type { Manifest } from ${stringLiteral(runtime)};
${imports.join("")}
/** The contracts of all tools, as the runtime enforces them. */
export const manifest: Manifest = {
  format: 1,
  product: ${stringLiteral(product)},
  wireNames: ${stringLiteral(wireNames)},
  permissions: ${valueLiteral(neededPermissions(entries), "  permissions: ".length, "  ")},
  tools: [${tools === "" ? "" : `\n${tools}  `}],
};
`;
  return { path: "src/manifest.ts", text };
}

/** No permissions that only forbidden tools need: their names would tell of them. */
function neededPermissions(entries: readonly PackageEntry[]): Readonly<Record<string, string>> {
  const needed = new Set(entries.flatMap(({ needs }) => needs));
  const permissions = entries.flatMap((entry) => Object.entries(entry.permissions));
  return Object.fromEntries(
    permissions.filter(([name]) => needed.has(name)).toSorted(([a], [b]) => compareText(a, b)),
  );
}
