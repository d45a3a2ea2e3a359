import type { NameMap } from "@proviso/compiler";
import { identifiersOf, type ToolContract } from "@proviso/manifest";
import { commentText, docText } from "../../typescript/doc-comment.ts";
import { eachTool, namedTypes, toolTypes } from "../../typescript/domain-types.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { createModuleScope } from "../../typescript/module-scope.ts";
import type { ToolNames } from "../../naming/domain-outline.ts";
import type { DomainNames } from "../../naming/names.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { toolDoc } from "../../typescript/tool-doc.ts";
import type { VisibleDomain } from "../../naming/visible-domain.ts";
import { runtime } from "./runtime.ts";

/** `src/emails.ts`: the types of a domain and what its handlers have to look like. */
export function domainModule(domain: VisibleDomain, all: NameMap<DomainNames>): TypeScriptFile {
  const scope = createModuleScope(runtime, domain.name, all, runtimeTypes(domain));
  const statements = [
    ...namedTypes(domain, scope),
    ...eachTool(domain, (tool, toolNames) => [
      ...toolTypes(tool, toolNames, scope),
      failuresType(tool, toolNames),
    ]),
    ...(domain.tools.length > 0 ? [handlersType(domain)] : []),
  ];
  return {
    path: `src/${domain.names.file}.ts`,
    notice: generatedNotice(domain.file),
    imports: scope.imports(),
    statements,
  };
}

/** What the module uses of the runtime, whatever its schemas say. */
function runtimeTypes({ tools }: VisibleDomain): string[] {
  return [
    ...(tools.some((tool) => declaredFailures(tool).length > 0) ? ["FailureConstructor"] : []),
    ...(tools.some(({ dryRun }) => !dryRun) ? ["Handler"] : []),
    ...(tools.some(({ dryRun }) => dryRun) ? ["PlannedHandler"] : []),
  ];
}

/** Implied failures are the pipeline's: a handler can make only those that the author declared. */
function failuresType(tool: ToolContract, { type }: ToolNames): TypeScriptStatement {
  const name = `${type}Failures`;
  const docs = [`The failures that a handler of \`${tool.name}\` can throw, as \`context.fail\`.`];
  const modes = declaredFailures(tool);
  if (modes.length === 0)
    return { kind: "typeAlias", name, isExported: true, type: "Readonly<Record<never, never>>", docs };
  const names = identifiersOf(modes.map(({ code }) => code));
  const properties = modes.map(({ code, description }) => ({
    name: names.get(code) ?? code,
    type: `FailureConstructor<${stringLiteral(code)}>`,
    isReadonly: true,
    docs: [docText(commentText(description))],
  }));
  return { kind: "interface", name, isExported: true, properties, docs };
}

function handlersType(domain: VisibleDomain): TypeScriptStatement {
  const properties = eachTool(domain, (tool, { method, type }) => [
    {
      name: method,
      type: tool.dryRun
        ? `PlannedHandler<${type}Input, ${type}Output, ${type}Preview, ${type}Failures, Ports>`
        : `Handler<${type}Input, ${type}Output, ${type}Failures, Ports>`,
      isReadonly: true,
      docs: [docText(...toolDoc(tool))],
    },
  ]);
  return {
    kind: "interface",
    name: `${domain.names.type}Handlers`,
    isExported: true,
    typeParameters: ["Ports"],
    properties,
    docs: [docText(commentText(domain.description))],
  };
}

function declaredFailures(tool: ToolContract): ToolContract["failureModes"] {
  return tool.failureModes.filter(({ implied }) => !implied);
}
