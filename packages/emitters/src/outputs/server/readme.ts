import type { EmitOptions, PackageOptions } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { createServerName, variableName } from "../../naming/names.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";

/** The README of the generated server package. */
export function serverReadme(
  { product, schemasModule }: EmitOptions,
  { name }: PackageOptions,
  domains: readonly ModuleEntry[],
): string {
  const create = createServerName(product);
  const properties = domains.map(({ property }) => property);
  const handlers = properties.map((property) =>
    variableName(property) === property ? property : `${property}: ${variableName(property)}`,
  );
  return `<!-- ${generatedNotice()} -->

# ${name}

The server of ${product}: its tool contracts, the types of their handlers, and a pipeline that enforces the contracts
around every call. You write the handlers; only calls that the contracts allow reach them.

\`\`\`ts
import { ${create} } from "${name}";
import { jwt } from "@proviso/server";
import { sqliteState } from "@proviso/trail";

const app = ${create}({
  handlers: { ${handlers.join(", ")} },
  ports: (mode, principal) => yourServices(mode, principal), // if handlers use some
  ...sqliteState(".data"),
});
await app.serve({ http: 8080, authenticate: jwt({ issuer, audience }) });
\`\`\`

The types of a tool come from \`${schemasModule}\`, those of a domain under its own path: \`${schemasModule}/${domains[0]?.file ?? "domain"}\`.

Builds with TypeScript 5.9 or newer.
`;
}
