import { docText } from "../../typescript/doc-comment.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";

/** `src/index.ts`: the types of all tools, their names, and their contracts. */
export function indexModule(modules: readonly ModuleEntry[]): TypeScriptFile {
  const domains = modules.filter(({ tools }) => tools.length > 0);
  const exports = domains.map((domain): TypeScriptStatement => ({
    kind: "export",
    isTypeOnly: true,
    moduleSpecifier: `./${domain.file}.ts`,
    namedExports: [`${domain.type}Tools`],
  }));
  return {
    path: "src/index.ts",
    notice: generatedNotice(),
    imports: [],
    statements: [
      ...exports,
      { kind: "export", moduleSpecifier: "../manifest/index.js", namedExports: ["manifest"] },
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
