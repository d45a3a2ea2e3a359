import type { EmitOptions } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { productClient } from "../../naming/names.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";

/** The README of the generated client package. */
export function clientReadme({ packageName, product }: EmitOptions, modules: readonly ModuleEntry[]): string {
  const withTools = modules.filter(({ tools }) => tools.length > 0);
  const { create } = productClient(product, withTools);
  return `<!-- ${generatedNotice()} -->

# ${packageName}

The client of ${product}: typed calls behind a guard that knows every tool's contract. The guard runs a call, asks a
person, or refuses. No call throws: each returns a result, and its failures are a closed union for a \`switch\`.

\`\`\`ts
import { connectMcpClient } from "@proviso/client/mcp";
import { ${create} } from "${packageName}";

const client = ${create}(await connectMcpClient(transport), { confirm: askThePerson });
const result = await ${exampleCall(withTools)};
if (!result.ok) console.error(result.failure.code, result.failure.message);
\`\`\`

The types of a domain are under its own path, such as \`${packageName}/${modules[0]?.file ?? "domain"}\`.
`;
}

function exampleCall(modules: readonly ModuleEntry[]): string {
  const [module] = modules;
  const [tool] = module?.tools ?? [];
  return module && tool
    ? `client.${module.property}.${tool.method}(input)`
    : "client.guard.call(name, input)";
}
