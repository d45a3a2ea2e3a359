import { relative } from "node:path";
import type { InstallationCheck, Finding, Installation } from "./check.ts";
import { findPackage } from "./installed-packages.ts";
import { sourceFiles } from "./source-files.ts";
import { isInRange } from "./versions.ts";

/** Code that needs one of a few packages, which are optional peers of ours. */
interface Need {
  readonly of: "@proviso/server" | "@proviso/inbox" | "@proviso/client";
  readonly code: RegExp;
  readonly oneOf: readonly string[];
}

const importOf = (specifier: string): RegExp => new RegExp(`["']${specifier}["']`);

/** All optional peers of an installed server, inbox or client. */
export const needs: readonly Need[] = [
  {
    of: "@proviso/server",
    code: /\.serve\(\s*\{|["']@proviso\/server\/mcp["']/,
    oneOf: ["@modelcontextprotocol/server", "@modelcontextprotocol/sdk"],
  },
  { of: "@proviso/server", code: /["']@proviso\/(?:server|trail)\/postgres["']/, oneOf: ["pg"] },
  { of: "@proviso/inbox", code: /\bopenIdConnect\(/, oneOf: ["openid-client"] },
  { of: "@proviso/inbox", code: /\bwebPush\(/, oneOf: ["web-push"] },
  { of: "@proviso/client", code: importOf("@proviso/client/mcp"), oneOf: ["@modelcontextprotocol/sdk"] },
  { of: "@proviso/client", code: importOf("@proviso/client/mcp2"), oneOf: ["@modelcontextprotocol/client"] },
  { of: "@proviso/client", code: importOf("@proviso/client/ai-sdk"), oneOf: ["ai"] },
  { of: "@proviso/client", code: importOf("@proviso/client/openai-agents"), oneOf: ["@openai/agents"] },
  { of: "@proviso/client", code: importOf("@proviso/client/langchain"), oneOf: ["@langchain/core"] },
  { of: "@proviso/client", code: importOf("@proviso/client/langchain"), oneOf: ["@langchain/langgraph"] },
  { of: "@proviso/client", code: importOf("@proviso/client/strands"), oneOf: ["@strands-agents/sdk"] },
];

/** The SDKs, databases and frameworks of the project's own code, in supported versions. */
export const sdkPeers: InstallationCheck = {
  name: "SDKs",
  run(subject) {
    const files = sourceFiles(subject.place.root).filter(({ text }) => text.includes("roviso"));
    return needs.flatMap((need) => {
      const file = files.find(({ text }) => need.code.test(text));
      const owner = subject.installed.find(({ name }) => name === need.of);
      return file && owner ? problemsOf(need, { owner, file: file.path }, subject) : [];
    });
  },
};

function problemsOf(
  { oneOf }: Need,
  { owner, file }: { readonly owner: Installation["installed"][number]; readonly file: string },
  { place, packageManager }: Installation,
): readonly Finding[] {
  const ranges = owner.manifest.peerDependencies ?? {};
  const there = oneOf.flatMap((name) => findPackage(owner.folder, name) ?? []);
  const [wanted = ""] = oneOf;
  const advice = `\`${packageManager.add}"${wanted}@${ranges[wanted] ?? "latest"}"\``;
  const [first] = there;
  if (!first)
    return [
      {
        problem: `${relative(place.root, file)} needs ${oneOf.join(" or ")}, which is not installed`,
        advice,
      },
    ];
  if (there.some(({ name, version }) => isInRange(version, ranges[name] ?? ""))) return [];
  return [
    {
      problem: `${owner.name} works with ${first.name} ${ranges[first.name]}, and ${first.version} is installed`,
      advice,
    },
  ];
}
