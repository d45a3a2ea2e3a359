import { docText } from "../../typescript/doc-comment.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { createServerName, pascalCase } from "../../naming/names.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { runtime } from "./runtime.ts";

/** `src/index.ts`: all handlers together, and the server that stands in front of them. */
export function indexModule(product: string, all: readonly ModuleEntry[]): TypeScriptFile {
  const options = `${pascalCase(product)}ServerOptions`;
  const domains = all.filter(({ tools }) => tools.length > 0);
  return {
    path: "src/index.ts",
    notice: generatedNotice(),
    imports: [
      {
        moduleSpecifier: runtime,
        namedImports: ["createEnforcingServer", "type EnforcingServer", "type ServerOptions"],
      },
      { moduleSpecifier: "../manifest/index.js", namedImports: ["manifest"] },
      ...domains.map((domain) => ({
        isTypeOnly: true,
        moduleSpecifier: `./${domain.file}.ts`,
        namedImports: [`${domain.type}Handlers`],
      })),
    ],
    statements: [
      ...exportsOf(domains),
      handlersType(domains),
      optionsType(options),
      createFunction(createServerName(product), options, domains),
    ],
  };
}

function exportsOf(domains: readonly ModuleEntry[]): TypeScriptStatement[] {
  return [
    ...domains.map((domain) => ({
      kind: "export" as const,
      isTypeOnly: true,
      moduleSpecifier: `./${domain.file}.ts`,
      namedExports: [`${domain.type}Handlers`],
    })),
    { kind: "export", moduleSpecifier: "../manifest/index.js", namedExports: ["manifest"] },
  ];
}

function handlersType(domains: readonly ModuleEntry[]): TypeScriptStatement {
  return {
    kind: "interface",
    name: "Handlers",
    isExported: true,
    typeParameters: ["Ports"],
    properties: domains.map((domain) => ({
      name: domain.property,
      type: `${domain.type}Handlers<Ports>`,
      isReadonly: true,
    })),
    docs: [
      docText(
        "What each tool does. `Ports` is the host's own services, handed to every handler as `context.ports`.",
      ),
    ],
  };
}

function optionsType(name: string): TypeScriptStatement {
  return {
    kind: "interface",
    name,
    isExported: true,
    typeParameters: ["Ports"],
    extends: ["ServerOptions<Ports>"],
    properties: [{ name: "handlers", type: "Handlers<Ports>", isReadonly: true }],
  };
}

function createFunction(name: string, options: string, domains: readonly ModuleEntry[]): TypeScriptStatement {
  const entries = domains.flatMap((domain) =>
    domain.tools.map((tool) => `${stringLiteral(tool.name)}: handlers.${domain.property}.${tool.method},`),
  );
  const table = entries.length > 0 ? `{\n${entries.join("\n")}\n}` : "{}";
  return {
    kind: "function",
    name,
    isExported: true,
    typeParameters: ["Ports"],
    parameters: [{ name: "options", type: `${options}<Ports>` }],
    returnType: "EnforcingServer",
    statements: [
      ...(entries.length > 0 ? ["const { handlers } = options;"] : []),
      `return createEnforcingServer<Ports>({ ...options, manifest, handlers: ${table} });`,
    ],
    docs: [docText("The server: no handler can be reached but through its contract.")],
  };
}
