import type { NameMap } from "@proviso/compiler";
import type { ToolContract } from "@proviso/manifest";
import { commentText, docText } from "../../typescript/doc-comment.ts";
import { eachTool, namedTypes, toolTypes } from "../../typescript/domain-types.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { createModuleScope } from "../../typescript/module-scope.ts";
import type { ToolNames } from "../../naming/domain-outline.ts";
import { type DomainNames, lowerFirst, planMethod } from "../../naming/names.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { failureLines, toolDoc } from "../../typescript/tool-doc.ts";
import type { VisibleDomain } from "../../naming/visible-domain.ts";
import { runtime } from "./runtime.ts";

/** `src/emails.ts`: the types of a domain and its calls. */
export function domainModule(domain: VisibleDomain, all: NameMap<DomainNames>): TypeScriptFile {
  const scope = createModuleScope(runtime, domain.name, all, runtimeTypes(domain.tools));
  const statements = [
    ...namedTypes(domain, scope),
    ...eachTool(domain, (tool, toolNames) => [
      ...toolTypes(tool, toolNames, scope),
      failureType(tool, toolNames),
    ]),
    ...(domain.tools.length > 0 ? [clientType(domain), clientFunction(domain)] : []),
  ];
  return {
    path: `src/${domain.names.file}.ts`,
    notice: generatedNotice(domain.file),
    imports: scope.imports(),
    statements,
  };
}

/** What the module uses of the runtime, whatever its schemas say. */
function runtimeTypes(tools: readonly ToolContract[]): string[] {
  if (tools.length === 0) return [];
  const plan = tools.some(({ dryRun }) => dryRun) ? ["Plan"] : [];
  return ["CallOptions", "ClientFailure", "Failure", "Guard", "Result", ...plan];
}

/** Every way in which a call can fail: what the contract lists, and what the guard itself can answer. */
function failureType(tool: ToolContract, { type }: ToolNames): TypeScriptStatement {
  const modes = tool.failureModes.map(({ code }) => `Failure<${stringLiteral(code)}>`);
  return {
    kind: "typeAlias",
    name: `${type}Failure`,
    isExported: true,
    type: [...modes, "ClientFailure"].join(" | "),
    docs: [docText(`How \`${tool.name}\` can fail.`, ...failureLines(tool))],
  };
}

function clientType(domain: VisibleDomain): TypeScriptStatement {
  const methods = eachTool(domain, (tool, toolNames) => {
    const { method, type } = toolNames;
    const call = {
      // Without quotes it would be a construct signature.
      name: method === "new" ? '"new"' : method,
      parameters: parametersOf(tool, toolNames),
      docs: [docText(...toolDoc(tool))],
    };
    const calls = [{ ...call, returnType: `Promise<Result<${type}Output, ${type}Failure>>` }];
    if (!tool.dryRun) return calls;
    const plan = {
      ...call,
      name: planMethod(type),
      docs: [docText(`What \`${method}\` would do. Changes nothing.`)],
    };
    return [...calls, { ...plan, returnType: `Promise<Result<${type}Preview & Plan, ${type}Failure>>` }];
  });
  return {
    kind: "interface",
    name: `${domain.names.type}Client`,
    isExported: true,
    methods,
    docs: [docText(commentText(domain.description))],
  };
}

function parametersOf(
  tool: ToolContract,
  { type }: ToolNames,
): { name: string; type: string; hasQuestionToken: boolean }[] {
  return [
    { name: "input", type: `${type}Input`, hasQuestionToken: !needsInput(tool) },
    { name: "options", type: "CallOptions", hasQuestionToken: true },
  ];
}

function clientFunction(domain: VisibleDomain): TypeScriptStatement {
  const entries = eachTool(domain, (tool, { method, type }) => {
    const parameters = needsInput(tool) ? "(input, options)" : "(input = {}, options)";
    const name = stringLiteral(tool.name);
    const call = `${method}: ${parameters} => guard.call<${type}Output, ${type}Failure>(${name}, input, options),`;
    const plan = `${planMethod(type)}: ${parameters} => guard.plan<${type}Preview, ${type}Failure>(${name}, input, options),`;
    return tool.dryRun ? [call, plan] : [call];
  });
  return {
    kind: "function",
    name: clientFunctionName(domain.names),
    isExported: true,
    parameters: [{ name: "guard", type: "Guard" }],
    returnType: `${domain.names.type}Client`,
    statements: [`return {\n${entries.join("\n")}\n};`],
    docs: [docText(`The calls of \`${domain.name}\`, through a guard.`)],
  };
}

/** The function that makes the client of one domain: `emailsClient`. */
export function clientFunctionName({ type }: Pick<DomainNames, "type">): string {
  return `${lowerFirst(type)}Client`;
}

/** Input may be left out where nothing in it is required, and where `{}` is one: that has a `constructor`, say. */
function needsInput({ inputSchema }: ToolContract): boolean {
  const { $ref, required, anyOf, oneOf, allOf, properties } = inputSchema;
  const demands = [$ref, anyOf, oneOf, allOf].some((keyword) => keyword !== undefined);
  const inherited = Object.keys(properties ?? {}).some((name) => name in {});
  return demands || inherited || (Array.isArray(required) && required.length > 0);
}
