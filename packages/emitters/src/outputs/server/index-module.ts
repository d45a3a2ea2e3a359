import { docText } from "../../typescript/doc-comment.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { modulePath } from "../../package/module-path.ts";
import { createServerName, pascalCase } from "../../naming/names.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { runtime } from "./runtime.ts";

/** `index.ts`: the types of the handlers, and the function that creates the enforcing server. */
export function indexModule(options: EmitOptions, domains: readonly ModuleEntry[]): TypeScriptFile {
  const { product, schemasModule } = options;
  const optionsName = `${pascalCase(product)}ServerOptions`;
  return {
    path: modulePath(options, "index"),
    notice: generatedNotice(),
    imports: [
      {
        moduleSpecifier: runtime,
        namedImports: [
          "createEnforcingServer",
          "handlerTable",
          "type EnforcingServer",
          ...(domains.length > 0 ? ["type HandlersOf"] : []),
          "type ServerOptions",
        ],
      },
      {
        moduleSpecifier: schemasModule,
        namedImports: ["manifest", "toolNames", ...domains.map(({ type }) => `type ${type}Tools`)],
      },
    ],
    statements: [
      { kind: "export", moduleSpecifier: schemasModule, namedExports: ["manifest"] },
      ...domains.map(domainHandlers),
      handlersType(domains),
      optionsType(optionsName),
      createFunction(createServerName(product), optionsName),
    ],
  };
}

function domainHandlers({ type }: ModuleEntry): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: `${type}Handlers`,
    isExported: true,
    typeParameters: ["Ports"],
    type: `HandlersOf<${type}Tools, Ports>`,
  };
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

function createFunction(name: string, options: string): TypeScriptStatement {
  return {
    kind: "function",
    name,
    isExported: true,
    typeParameters: ["Ports"],
    parameters: [{ name: "options", type: `${options}<Ports>` }],
    returnType: "EnforcingServer",
    statements: [
      "const handlers = handlerTable<Ports>(toolNames, options.handlers);",
      "return createEnforcingServer<Ports>({ ...options, manifest, handlers });",
    ],
    docs: [docText("The server: no handler can be reached but through its contract.")],
  };
}
