import type { EmitOptions } from "../emitter.ts";
import { generatedNotice } from "../generated-notice.ts";
import { type DomainNames, pascalCase } from "../names.ts";

/** The README of the generated client package. */
export function clientReadme({ packageName, product }: EmitOptions, domains: readonly DomainNames[]): string {
  const create = `create${pascalCase(product)}Client`;
  return `<!-- ${generatedNotice()} -->

# ${packageName}

The client of ${product}: typed calls behind a guard that knows every tool's contract. The guard runs a call, asks a
person, or refuses. No call throws: each returns a result, and its failures are a closed union for a \`switch\`.

\`\`\`ts
import { connectMcpClient } from "@proviso/client/mcp";
import { ${create} } from "${packageName}";

const client = ${create}(await connectMcpClient(transport), { confirm: askThePerson });
const result = await ${exampleCall(domains)};
if (!result.ok) console.error(result.failure.code, result.failure.message);
\`\`\`

The types of a domain are under its own path, such as \`${packageName}/${domains[0]?.file ?? "domain"}\`.
`;
}

function exampleCall(domains: readonly DomainNames[]): string {
  const domain = domains.find(({ tools }) => tools.size > 0);
  const [tool] = domain?.tools.values() ?? [];
  return domain && tool
    ? `client.${domain.property}.${tool.method}(input)`
    : "client.guard.call(name, input)";
}
