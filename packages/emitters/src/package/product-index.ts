import { generatedNotice } from "../text/generated-notice.ts";
import type { TypeScriptFile, TypeScriptStatement } from "../typescript/print-typescript.ts";
import type { EmitOptions } from "./emitter.ts";
import { modulePath } from "./module-path.ts";
import type { ModuleEntry } from "./package-entry.ts";

/** `index.ts` of what is generated around a runtime: it passes the manifest on, and knows the types of all tools. */
export function productIndex(
  options: EmitOptions,
  domains: readonly ModuleEntry[],
  runtime: { readonly module: string; readonly names: readonly string[] },
  statements: readonly TypeScriptStatement[],
): TypeScriptFile {
  const { schemasModule: moduleSpecifier } = options;
  const types = domains.map(({ type }) => `type ${type}Tools`);
  return {
    path: modulePath(options, "index"),
    notice: generatedNotice(),
    imports: [
      { moduleSpecifier: runtime.module, namedImports: [...runtime.names] },
      { moduleSpecifier, namedImports: ["manifest", "toolNames", ...types] },
    ],
    statements: [{ kind: "export", moduleSpecifier, namedExports: ["manifest"] }, ...statements],
  };
}
