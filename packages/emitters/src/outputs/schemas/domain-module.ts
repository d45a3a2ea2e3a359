import { identifiersOf, type ToolContract } from "@proviso/manifest";
import { commentText, docText } from "../../typescript/doc-comment.ts";
import { eachTool, namedTypeStatements, toolTypes } from "../../typescript/domain-types.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { stringLiteral } from "../../text/literal-text.ts";
import { manifestModule } from "./runtime.ts";
import { createModuleImports } from "../../typescript/module-imports.ts";
import type { CodeNames } from "../../naming/domain-outline.ts";
import type { DomainContext } from "../../package/emitter.ts";
import { modulePath } from "../../package/module-path.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../../typescript/print-typescript.ts";
import { toolDoc } from "../../typescript/tool-doc.ts";
import type { VisibleDomain } from "../../naming/visible-domain.ts";

/** `emails.ts`: the types of a domain, and an interface that maps each tool to its types. */
export function domainModule(domain: VisibleDomain, context: DomainContext): TypeScriptFile {
  const { project, importEnding: ending } = context;
  const scope = createModuleImports(manifestModule, domain.name, project.domains, ending);
  const statements = [
    ...namedTypeStatements(domain, scope),
    ...eachTool(domain, (tool, toolNames) => [
      ...toolTypes(tool, toolNames, scope),
      ...failuresType(tool, toolNames),
    ]),
    ...(domain.tools.length > 0 ? [toolsType(domain)] : []),
  ];
  return {
    path: modulePath(context, domain.names.file),
    notice: generatedNotice(domain.file),
    imports: scope.imports(JSON.stringify(statements)),
    statements,
  };
}

/** The declared failures, by the name that a handler throws. The runtime throws implied ones. */
function failuresType(tool: ToolContract, { type }: CodeNames): TypeScriptStatement[] {
  const modes = declaredFailures(tool);
  if (modes.length === 0) return [];
  const names = identifiersOf(modes.map(({ code }) => code));
  const properties = modes.map(({ code, description }) => ({
    name: names.get(code) ?? code,
    type: stringLiteral(code),
    docs: [docText(commentText(description))],
  }));
  const docs = [`The failures of \`${tool.name}\`, beside those that every call can have.`];
  return [{ kind: "interface", name: `${type}Failures`, properties, docs }];
}

function toolsType(domain: VisibleDomain): TypeScriptStatement {
  const properties = eachTool(domain, (tool, { method, type }) => [
    {
      name: method,
      type: `{ ${domainParts(tool, type).join("; ")} }`,
      docs: [docText(...toolDoc(tool))],
    },
  ]);
  return {
    kind: "interface",
    name: `${domain.names.type}Tools`,
    properties,
    docs: [docText(commentText(domain.description))],
  };
}

function domainParts(tool: ToolContract, type: string): readonly string[] {
  return [
    `input: ${type}Input`,
    `output: ${type}Output`,
    ...(tool.dryRun ? [`preview: ${type}Preview`] : []),
    `failures: ${declaredFailures(tool).length > 0 ? `${type}Failures` : "object"}`,
  ];
}

function declaredFailures(tool: ToolContract): ToolContract["failureModes"] {
  return tool.failureModes.filter(({ implied }) => !implied);
}
