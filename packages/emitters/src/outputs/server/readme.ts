import type { EmitOptions } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { createServerName, variableName } from "../../naming/names.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";

/** The README of the generated server package. */
export function serverReadme(
  { packageName, schemasPackage, product }: EmitOptions,
  domains: readonly ModuleEntry[],
): string {
  const create = createServerName(product);
  const names = domains.map(({ property }) => property);
  const handlers = names.map((name) =>
    variableName(name) === name ? name : `${name}: ${variableName(name)}`,
  );
  return `<!-- ${generatedNotice()} -->

# ${packageName}

The server of ${product}: its tool contracts, the types of their handlers, and a pipeline that enforces the contracts
around every call. You write the handlers; only calls that the contracts allow reach them.

\`\`\`ts
import { ${create} } from "${packageName}";

const server = ${create}({
  ports: (mode, principal) => yourServices(mode, principal),
  handlers: { ${handlers.join(", ")} },
});
\`\`\`

The types of a tool come from \`${schemasPackage}\`, those of a domain under its own path: \`${schemasPackage}/${domains[0]?.file ?? "domain"}\`.

Builds with TypeScript 5.9 or newer.
`;
}
