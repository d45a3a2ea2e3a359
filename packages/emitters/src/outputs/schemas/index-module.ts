import { docText } from "../../typescript/doc-comment.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import { modulePath } from "../../package/module-path.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";

/** `index.ts`: the types of all tools, their names, and their contracts. */
export function schemasIndex(modules: readonly ModuleEntry[], options: EmitOptions): TypeScriptFile {
  const domains = modules.filter(({ tools }) => tools.length > 0);
  const exports = domains.map((domain): TypeScriptStatement => ({
    kind: "export",
    isTypeOnly: true,
    moduleSpecifier: `./${domain.file}${options.importEnding}`,
    namedExports: [`${domain.type}Tools`],
  }));
  return {
    path: modulePath(options, "index"),
    notice: generatedNotice(),
    imports: [],
    statements: [
      ...exports,
      { kind: "export", moduleSpecifier: manifestImport(options), namedExports: ["manifest"] },
      toolNames(domains),
    ],
  };
}

function toolNames(domains: readonly ModuleEntry[]): TypeScriptStatement {
  const entries = domains.map(({ property, tools }) => {
    const names = tools.map(({ method, name }) => `${method}: ${stringLiteral(name)},`);
    return `${property}: {\n${names.join("\n")}\n},`;
  });
  return {
    kind: "constant",
    name: "toolNames",
    type: "Readonly<Record<string, Readonly<Record<string, string>>>>",
    initializer: entries.length > 0 ? `{\n${entries.join("\n")}\n}` : "{}",
    docs: [docText("The name of each tool, by the property of its domain and by its method.")],
  };
}

/** In a generated package, the manifest's module is JavaScript beside `src`. */
function manifestImport({ layout, importEnding }: EmitOptions): string {
  return layout === "packages" ? "../manifest/index.js" : `./manifest/index${importEnding}`;
}
