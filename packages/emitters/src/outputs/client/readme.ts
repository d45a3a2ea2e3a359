import type { EmitOptions, PackageOptions } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { productClient } from "../../naming/names.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";

/** The README of the generated client package. */
export function clientReadme(
  { product, schemasModule }: EmitOptions,
  { name }: PackageOptions,
  domains: readonly ModuleEntry[],
): string {
  const { create } = productClient(product, domains);
  return `<!-- ${generatedNotice()} -->

# ${name}

The client of ${product}: typed calls behind a guard that knows every tool's contract. The guard runs a call, asks a
person, or refuses. No call throws: each returns a result, and its failures are a closed union for a \`switch\`.

\`\`\`ts
import { connectMcpClient } from "@proviso/client/mcp";
import { ${create} } from "${name}";

const client = ${create}(await connectMcpClient(transport), { confirm: askThePerson });
const result = await ${exampleCall(domains)};
if (!result.ok) console.error(result.failure.code, result.failure.message);
\`\`\`

The types of a tool come from \`${schemasModule}\`, those of a domain under its own path: \`${schemasModule}/${domains[0]?.file ?? "domain"}\`.

Builds with TypeScript 5.9 or newer.
`;
}

function exampleCall(domains: readonly ModuleEntry[]): string {
  const [domain] = domains;
  const [tool] = domain?.tools ?? [];
  return domain && tool
    ? `client.${domain.property}.${tool.method}(input)`
    : "client.guard.call(name, input)";
}
