import type { CompactContract } from "@proviso/manifest";
import { docText } from "../../typescript/doc-comment.ts";
import { stringLiteral, templateLiteral } from "../../text/literal-text.ts";
import { printCompactJson } from "../../text/print-json.ts";
import { createServerName, pascalCase } from "../../naming/names.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import { productIndex } from "../../package/product-index.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { serverRuntime } from "./runtime.ts";

/** `index.ts`: the types of tools and handlers, and the function that creates the server. */
export function serverIndex(
  options: EmitOptions,
  domains: readonly ModuleEntry[],
  people: readonly CompactContract[],
): TypeScriptFile {
  const names = namesOf(options.product);
  const imported = [
    "createProductServer",
    ...(domains.length > 0 ? ["type HandlersOf"] : []),
    ...(people.length > 0 ? ["type PeopleOption"] : []),
    "type ProductHandlers",
    "type ProductOptions",
    "type ProductServer",
  ];
  return productIndex(options, domains, { module: serverRuntime, names: imported }, [
    toolsType(names.tools, domains),
    ...domains.map(domainHandlers),
    handlersType(names.tools),
    ...peopleContracts(people),
    optionsType(names, people),
    serverType(names),
    createFunction(createServerName(options.product), names, people.length > 0),
  ]);
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
    properties: domains.map(({ property, type }) => ({
      name: property,
      type: `${type}Tools`,
    })),
    docs: [docText("The types of all tools, by domain.")],
  };
}

function domainHandlers({ type }: ModuleEntry): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: `${type}Handlers`,
    typeParameters: ["Ports"],
    type: `HandlersOf<${type}Tools, Ports>`,
  };
}

function handlersType(tools: string): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: "Handlers",
    typeParameters: ["Ports"],
    type: `ProductHandlers<${tools}, Ports>`,
    docs: [
      docText(
        "What each tool does. `Ports` is the host's own services, handed to every handler as `context.ports`.",
      ),
    ],
  };
}

function peopleContracts(people: readonly CompactContract[]): readonly TypeScriptStatement[] {
  if (people.length === 0) return [];
  return [
    {
      kind: "constant",
      name: "people",
      type: "string",
      initializer: templateLiteral(printCompactJson(people)),
      docs: [
        docText("The contracts of forbidden tools that people may call, as JSON. Keep them from agents."),
      ],
    },
  ];
}

function optionsType({ tools, options }: Names, people: readonly CompactContract[]): TypeScriptStatement {
  const names = people.map(({ name }) => stringLiteral(name)).join(" | ");
  return {
    kind: "typeAlias",
    name: options,
    typeParameters: ["Ports"],
    type: `ProductOptions<${tools}, Ports>${names === "" ? "" : ` & PeopleOption<${names}, Ports>`}`,
  };
}

function serverType({ tools, server }: Names): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: server,
    type: `ProductServer<${tools}>`,
  };
}

function createFunction(
  name: string,
  { tools, options, server }: Names,
  hasPeople: boolean,
): TypeScriptStatement {
  const product = hasPeople ? "{ manifest, toolNames, people }" : "{ manifest, toolNames }";
  return {
    kind: "function",
    name,
    typeParameters: ["Ports = object"],
    parameters: [{ name: "options", type: `${options}<Ports>` }],
    returnType: server,
    statements: [`return createProductServer<${tools}, Ports>(${product}, options);`],
    docs: [docText("The server: no handler can be reached but through its contract.")],
  };
}
