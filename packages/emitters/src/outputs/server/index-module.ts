import { docText } from "../../typescript/doc-comment.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { modulePath } from "../../package/module-path.ts";
import { createServerName, pascalCase } from "../../naming/names.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { runtime } from "./runtime.ts";

/** `index.ts`: the types of the tools and their handlers, and the function that creates the server. */
export function indexModule(options: EmitOptions, domains: readonly ModuleEntry[]): TypeScriptFile {
  const { product, schemasModule } = options;
  const names = namesOf(product);
  return {
    path: modulePath(options, "index"),
    notice: generatedNotice(),
    imports: [
      {
        moduleSpecifier: runtime,
        namedImports: [
          "createProductServer",
          ...(domains.length > 0 ? ["type HandlersOf"] : []),
          "type ProductHandlers",
          "type ProductOptions",
          "type ProductServer",
        ],
      },
      {
        moduleSpecifier: schemasModule,
        namedImports: ["manifest", "toolNames", ...domains.map(({ type }) => `type ${type}Tools`)],
      },
    ],
    statements: [
      { kind: "export", moduleSpecifier: schemasModule, namedExports: ["manifest"] },
      toolsType(names.tools, domains),
      ...domains.map(domainHandlers),
      handlersType(names.tools),
      optionsType(names),
      serverType(names),
      createFunction(createServerName(product), names),
    ],
  };
}

interface Names {
  readonly tools: string;
  readonly options: string;
  readonly server: string;
}

function namesOf(product: string): Names {
  const name = pascalCase(product);
  return { tools: "Tools", options: `${name}ServerOptions`, server: `${name}Server` };
}

function toolsType(name: string, domains: readonly ModuleEntry[]): TypeScriptStatement {
  return {
    kind: "interface",
    name,
    isExported: true,
    properties: domains.map(({ property, type }) => ({
      name: property,
      type: `${type}Tools`,
      isReadonly: true,
    })),
    docs: [docText("The types of all tools, by domain.")],
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

function handlersType(tools: string): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: "Handlers",
    isExported: true,
    typeParameters: ["Ports"],
    type: `ProductHandlers<${tools}, Ports>`,
    docs: [
      docText(
        "What each tool does. `Ports` is the host's own services, handed to every handler as `context.ports`.",
      ),
    ],
  };
}

function optionsType({ tools, options }: Names): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: options,
    isExported: true,
    typeParameters: ["Ports"],
    type: `ProductOptions<${tools}, Ports>`,
  };
}

function serverType({ tools, server }: Names): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: server,
    isExported: true,
    type: `ProductServer<${tools}>`,
  };
}

function createFunction(name: string, { tools, options, server }: Names): TypeScriptStatement {
  return {
    kind: "function",
    name,
    isExported: true,
    typeParameters: ["Ports = object"],
    parameters: [{ name: "options", type: `${options}<Ports>` }],
    returnType: server,
    statements: [`return createProductServer<${tools}, Ports>({ manifest, toolNames }, options);`],
    docs: [docText("The server: no handler can be reached but through its contract.")],
  };
}
