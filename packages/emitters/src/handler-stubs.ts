import type { ContractModel } from "@proviso/compiler";
import { docText } from "./doc-comment.ts";
import { eachTool } from "./domain-types.ts";
import type { EmittedFile } from "./emitter.ts";
import { stringLiteral } from "./literal-text.ts";
import { type DomainNames, nameDomains, variableName } from "./names.ts";
import { printTypeScript, type TypeScriptFile } from "./print-typescript.ts";
import type { PrintedFiles } from "./printed-files.ts";
import { visibleDomains } from "./visible-domains.ts";

export interface HandlerStubOptions {
  /** The name of the generated server package, such as `@backoffice/server`. */
  readonly serverPackage: string;
  readonly printed?: PrintedFiles;
}

/**
 * One file per domain for the host to fill in, which imports the host's `Ports` from `../ports.ts`. Written once: a
 * file that exists is never touched again, and what it then lacks is a type error.
 */
export async function emitHandlerStubs(
  model: ContractModel,
  options: HandlerStubOptions,
): Promise<EmittedFile[]> {
  const domains = [...nameDomains(visibleDomains(model)).values()].filter(({ tools }) => tools.size > 0);
  return printTypeScript(
    domains.map((domain) => stubModule(domain, options)),
    options.printed,
  );
}

function stubModule(names: DomainNames, { serverPackage }: HandlerStubOptions): TypeScriptFile {
  const handlers = `${names.type}Handlers`;
  const stubs = eachTool(names, (tool, { method }) =>
    tool.dryRun
      ? [
          `${method}: {\n${stub("plan", `${tool.name} has no plan yet`)}\n${stub("execute", missing(tool.name))}\n},`,
        ]
      : [stub(method, missing(tool.name))],
  );
  return {
    path: `${names.file}.ts`,
    notice:
      "Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.",
    imports: [
      { isTypeOnly: true, moduleSpecifier: serverPackage, namedImports: [handlers] },
      { isTypeOnly: true, moduleSpecifier: "../ports.ts", namedImports: ["Ports"] },
    ],
    statements: [
      {
        kind: "constant",
        name: variableName(names.property),
        type: `${handlers}<Ports>`,
        initializer: `{\n${stubs.join("\n")}\n}`,
        docs: [docText(`The handlers of \`${names.domain.name}\`.`)],
      },
    ],
  };
}

function missing(tool: string): string {
  return `${tool} has no handler yet`;
}

function stub(method: string, message: string): string {
  return `${method}: async (input, context) => {\nthrow new Error(${stringLiteral(message)});\n},`;
}
