import { docText } from "../../typescript/doc-comment.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { productClient } from "../../naming/names.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import type {
  TypeScriptFile,
  TypeScriptImport,
  TypeScriptStatement,
} from "../../typescript/print-typescript.ts";
import { clientFunctionName } from "./domain-module.ts";
import { runtime } from "./runtime.ts";

/** `src/index.ts`: all calls together, behind one guard that is pinned to the contracts. */
export function indexModule(product: string, all: readonly ModuleEntry[]): TypeScriptFile {
  const domains = all.filter(({ tools }) => tools.length > 0);
  const { type, create } = productClient(product, domains);
  return {
    path: "src/index.ts",
    notice: generatedNotice(),
    imports: importsOf(domains),
    statements: [...exportsOf(domains), clientType(type, domains), createFunction(create, type, domains)],
  };
}

function importsOf(domains: readonly ModuleEntry[]): TypeScriptImport[] {
  return [
    {
      moduleSpecifier: runtime,
      namedImports: ["createGuard", "type Guard", "type GuardOptions", "type McpConnection"],
    },
    { moduleSpecifier: "../manifest/index.js", namedImports: ["manifest"] },
    ...domains.map((domain) => ({
      moduleSpecifier: `./${domain.file}.ts`,
      namedImports: [
        { name: clientFunctionName(domain) },
        { name: `${domain.type}Client`, isTypeOnly: true },
      ],
    })),
  ];
}

function exportsOf(domains: readonly ModuleEntry[]): TypeScriptStatement[] {
  return [
    ...domains.map((domain) => ({
      kind: "export" as const,
      isTypeOnly: true,
      moduleSpecifier: `./${domain.file}.ts`,
      namedExports: [`${domain.type}Client`],
    })),
    { kind: "export", moduleSpecifier: "../manifest/index.js", namedExports: ["manifest"] },
  ];
}

function clientType(name: string, domains: readonly ModuleEntry[]): TypeScriptStatement {
  return {
    kind: "interface",
    name,
    isExported: true,
    properties: [
      {
        name: "guard",
        type: "Guard",
        isReadonly: true,
        docs: ["For calls by name, and for what is known of each tool."],
      },
      ...domains.map((domain) => ({ name: domain.property, type: `${domain.type}Client`, isReadonly: true })),
    ],
  };
}

function createFunction(
  name: string,
  returnType: string,
  domains: readonly ModuleEntry[],
): TypeScriptStatement {
  const entries = domains.map((domain) => `${domain.property}: ${clientFunctionName(domain)}(guard),`);
  return {
    kind: "function",
    name,
    isExported: true,
    parameters: [
      { name: "connection", type: "McpConnection" },
      { name: "options", type: "GuardOptions", initializer: "{}" },
    ],
    returnType,
    statements: [
      "const guard = createGuard(connection, { ...options, manifest });",
      `return {\n${["guard,", ...entries].join("\n")}\n};`,
    ],
    docs: [docText("The client: every call goes through a guard that runs it, asks a person, or refuses.")],
  };
}
