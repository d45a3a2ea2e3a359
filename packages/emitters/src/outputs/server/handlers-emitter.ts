import type { DomainModel } from "@proviso/compiler";
import { camelCase, isForPeople, type ToolContract } from "@proviso/manifest";
import { docText } from "../../typescript/doc-comment.ts";
import { eachTool } from "../../typescript/domain-types.ts";
import type { Emitter } from "../../package/emitter.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { domainFile } from "../../naming/domain-file.ts";
import { pascalCase, variableName } from "../../naming/names.ts";
import {
  printTypeScript,
  type TypeScriptFile,
  type TypeScriptStatement,
} from "../../typescript/print-typescript.ts";
import { visibleDomain, type VisibleDomain } from "../../naming/visible-domain.ts";

/**
 * One file per domain, with handlers for the host to implement; it imports the host's `Ports` from `../ports`. An existing file
 * is never changed: a handler that it lacks is a type error.
 */
export const handlersEmitter: Emitter = {
  name: "handlers",
  summary: "a stub for each handler, for the host to fill in",
  async emitDomain(domain, { project, product, serverModule, importEnding, shapes }) {
    const names = project.domains.get(domain.name);
    const parts = [
      ...(names && names.tools.size > 0 ? [agentStubs(visibleDomain(domain, names))] : []),
      ...peopleStubs(domain, product),
    ];
    if (parts.length === 0) return { files: [], entry: undefined };
    const isInSteps = domain.tools.some((tool) => tool.riskLevel !== "forbidden" && hasSteps(tool));
    const stubs = stubModule(domain.name, parts, serverModule, `../ports${importEnding}`, isInSteps);
    return { files: [printTypeScript(stubs, shapes)], entry: undefined };
  },
  async emitIndex() {
    return [];
  },
};

/** A constant with stubs, and the type that it imports from the server. */
interface Stubs {
  readonly imported: string;
  readonly constant: TypeScriptStatement;
}

function stubModule(
  domain: string,
  parts: readonly Stubs[],
  server: string,
  ports: string,
  isInSteps: boolean,
): TypeScriptFile {
  return {
    path: `${domainFile(domain)}.ts`,
    notice:
      "Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.",
    imports: [
      ...(isInSteps ? [{ moduleSpecifier: "@proviso/server", namedImports: ["inSteps"] }] : []),
      { isTypeOnly: true, moduleSpecifier: server, namedImports: parts.map(({ imported }) => imported) },
      { isTypeOnly: true, moduleSpecifier: ports, namedImports: ["Ports"] },
    ],
    statements: parts.map(({ constant }) => constant),
  };
}

function agentStubs(domain: VisibleDomain): Stubs {
  const { names } = domain;
  const handlers = `${names.type}Handlers`;
  const stubs = eachTool(domain, (tool, { method: stubMethod }) =>
    tool.dryRun
      ? [
          `${stubMethod}: {\n${handlerStub("plan", `${tool.name} has no plan yet`)}\n${executeStub("execute", tool)}\n},`,
        ]
      : [executeStub(stubMethod, tool)],
  );
  return {
    imported: handlers,
    constant: {
      kind: "constant",
      name: variableName(names.property),
      type: `${handlers}<Ports>`,
      initializer: `{\n${stubs.join("\n")}\n}`,
      docs: [docText(`The handlers of \`${domain.name}\`.`)],
    },
  };
}

/** The handlers of forbidden tools that people call themselves. The server takes them by name. */
function peopleStubs({ name: domain, tools }: DomainModel, product: string): readonly Stubs[] {
  const names = tools.filter(isForPeople).map(({ name }) => name);
  if (names.length === 0) return [];
  const options = `${pascalCase(product)}ServerOptions`;
  const stubs = names.map((name) => handlerStub(stringLiteral(name), missingStubs(name)));
  return [
    {
      imported: options,
      constant: {
        kind: "constant",
        name: `${camelCase(domain)}ForPeople`,
        type: `Pick<${options}<Ports>["people"], ${names.map(stringLiteral).join(" | ")}>`,
        initializer: `{\n${stubs.join("\n")}\n}`,
        docs: [
          docText(
            `The handlers of \`${domain}\` for people alone: the server's option \`people\`. Write the type of \`input\` as the contract has it; the server checks the values.`,
          ),
        ],
      },
    },
  ];
}

function missingStubs(tool: string): string {
  return `${tool} has no handler yet`;
}

/** Whether the server wants a handler that is made of steps. */
function hasSteps({ steps, compensate }: ToolContract): boolean {
  return steps !== undefined || compensate !== undefined;
}

/** Written into a handler made of steps. */
const stepsNote =
  "// Each effect is a step. A call between two steps keeps its arguments: require no new ones.";

function executeStub(stubMethod: string, tool: ToolContract): string {
  const stub = handlerStub(stubMethod, missingStubs(tool.name));
  if (!hasSteps(tool)) return stub;
  return stub.replace("async", "inSteps(async").replace("\n", `\n${stepsNote}\n`).replace(/,$/, "),");
}

function handlerStub(stubMethod: string, message: string): string {
  return `${stubMethod}: async (input, context) => {\nthrow new Error(${stringLiteral(message)});\n},`;
}
