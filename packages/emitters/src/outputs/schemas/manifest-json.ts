import { manifestPath } from "../../naming/domain-file.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { printCompactJson } from "../../text/print-json.ts";
import { manifestDoc, type ManifestForm } from "./manifest-form.ts";
import { manifestModule } from "./runtime.ts";

/**
 * `manifest/emails.json`, and `manifest/index.js` with a declaration: outside of `src`, because
 * TypeScript would infer a type for each JSON file that it imports.
 */
export const manifestJson: ManifestForm = {
  domain({ name, file }, _module, contracts, { layout }) {
    const text = printCompactJson({ "//": generatedNotice(file), ...contracts });
    return [{ path: manifestPath(name, layout), text }];
  },
  index(project, domains) {
    const text = printCompactJson({ "//": generatedNotice(), ...project });
    return [
      { path: "manifest/index.json", text },
      { path: "manifest/index.js", text: moduleText(domains) },
      { path: "manifest/index.d.ts", text: declarationText() },
    ];
  },
};

function moduleText(domains: readonly ModuleEntry[]): string {
  const imports = domains.map(({ property, file }) => jsonImport(`${property}Contracts`, file));
  const contracts = domains.map(({ property }) => `  ${property}Contracts,\n`).join("");
  return `// ${generatedNotice()}

import { readManifest } from ${stringLiteral(manifestModule)};
${jsonImport("project", "index")}${imports.join("")}
/** ${manifestDoc} */
export const manifest = readManifest(project, [${contracts === "" ? "" : `\n${contracts}`}]);
`;
}

function jsonImport(name: string, file: string): string {
  return `import ${name} from ${stringLiteral(`./${file}.json`)} with { type: "json" };\n`;
}

function declarationText(): string {
  return `// ${generatedNotice()}

import type { Manifest } from ${stringLiteral(manifestModule)};

/** ${manifestDoc} */
export declare const manifest: Manifest;
`;
}
