import { docText } from "../../typescript/doc-comment.ts";
import { eachTool } from "../../typescript/domain-types.ts";
import type { Emitter } from "../../package/emitter.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { variableName } from "../../naming/names.ts";
import { printTypeScript, type TypeScriptFile } from "../../typescript/print-typescript.ts";
import { visibleDomain, type VisibleDomain } from "../../naming/visible-domain.ts";

/**
 * One file per domain, with handlers for the host to implement; it imports the host's `Ports` from `../ports`. An existing file
 * is never changed: a handler that it lacks is a type error.
 */
export const handlersEmitter: Emitter = {
  name: "handlers",
  summary: "a stub for each handler, for the host to fill in",
  async emitDomain(domain, { project, serverModule, importEnding, shapes }) {
    const names = project.domains.get(domain.name);
    if (!names || names.tools.size === 0) return { files: [], entry: undefined };
    const stubs = stubModule(visibleDomain(domain, names), serverModule, `../ports${importEnding}`);
    return { files: [printTypeScript(stubs, shapes)], entry: undefined };
  },
  async emitIndex() {
    return [];
  },
};

function stubModule(domain: VisibleDomain, server: string, ports: string): TypeScriptFile {
  const { names } = domain;
  const handlers = `${names.type}Handlers`;
  const stubs = eachTool(domain, (tool, { method: stubMethod }) =>
    tool.dryRun
      ? [
          `${stubMethod}: {\n${handlerStub("plan", `${tool.name} has no plan yet`)}\n${handlerStub("execute", missingStubs(tool.name))}\n},`,
        ]
      : [handlerStub(stubMethod, missingStubs(tool.name))],
  );
  return {
    path: `${names.file}.ts`,
    notice:
      "Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.",
    imports: [
      { isTypeOnly: true, moduleSpecifier: server, namedImports: [handlers] },
      { isTypeOnly: true, moduleSpecifier: ports, namedImports: ["Ports"] },
    ],
    statements: [
      {
        kind: "constant",
        name: variableName(names.property),
        type: `${handlers}<Ports>`,
        initializer: `{\n${stubs.join("\n")}\n}`,
        docs: [docText(`The handlers of \`${domain.name}\`.`)],
      },
    ],
  };
}

function missingStubs(tool: string): string {
  return `${tool} has no handler yet`;
}

function handlerStub(stubMethod: string, message: string): string {
  return `${stubMethod}: async (input, context) => {\nthrow new Error(${stringLiteral(message)});\n},`;
}
