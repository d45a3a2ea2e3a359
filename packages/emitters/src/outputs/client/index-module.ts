import { docText } from "../../typescript/doc-comment.ts";
import { productClient } from "../../naming/names.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import { productIndex } from "../../package/product-index.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { clientRuntime } from "./runtime.ts";

/** `index.ts`: the client of all domains, with one guard that is pinned to the contracts. */
export function clientIndex(options: EmitOptions, domains: readonly ModuleEntry[]): TypeScriptFile {
  const { type, create } = productClient(options.product, domains);
  const clientOf = domains.length > 0 ? ["type ClientOf"] : [];
  const types = [...clientOf, "type Guard", "type GuardOptions", "type McpConnection"];
  const runtime = { module: clientRuntime, names: ["createGuard", "typedCalls", ...types] };
  const clients = [...domains.map(domainClient), clientType(type, domains)];
  return productIndex(options, domains, runtime, [...clients, createFunction(create, type)]);
}

function domainClient({ type }: ModuleEntry): TypeScriptStatement {
  return {
    kind: "typeAlias",
    name: `${type}Client`,
    type: `ClientOf<${type}Tools>`,
  };
}

function clientType(name: string, domains: readonly ModuleEntry[]): TypeScriptStatement {
  return {
    kind: "interface",
    name,
    properties: [
      {
        name: "guard",
        type: "Guard",
        docs: ["For calls by name, and for what is known of each tool."],
      },
      ...domains.map((domain) => ({ name: domain.property, type: `${domain.type}Client` })),
    ],
  };
}

function createFunction(name: string, returnType: string): TypeScriptStatement {
  return {
    kind: "function",
    name,
    parameters: [
      { name: "connection", type: "McpConnection" },
      { name: "options", type: "GuardOptions", initializer: "{}" },
    ],
    returnType,
    statements: [
      "const guard = createGuard(connection, { ...options, manifest });",
      `const calls = typedCalls<Omit<${returnType}, "guard">>(guard, toolNames, manifest);`,
      "return { ...calls, guard };",
    ],
    docs: [docText("The client: every call goes through a guard that runs it, asks a person, or refuses.")],
  };
}
