import type { TriedClient, Way } from "./clients.ts";
import { versionOf, type Observed } from "./play-client.ts";

export interface Tried {
  readonly client: TriedClient;
  readonly way: Way;
  readonly seen: Observed;
}

const columns = ["list", "read", "dryRun", "alone", "confirm", "later"] as const;

/** The page of the documentation site that says which clients can do what. */
export function clientsPage(clients: readonly TriedClient[], tried: readonly Tried[]): string {
  return `---
title: Clients and hosts
description: Which MCP clients can list, read, plan and confirm, as tried against the sample server.
answers:
  - Which MCP clients work?
  - Which clients can ask a person (elicitation)?
  - What if elicitation is not supported by my client?
---

{/* Written by \`./x clients -u\` from tooling/clients/test, which fails when a client does something else. */}

Any MCP client can use a server with contracts. What differs is whether it can ask a person: a call that needs one is refused in a
client without elicitation, and nothing happens, unless the server has an inbox, where people approve for every client. Each client below was run against the sample server. *Without a person* is a call
of a tool that needs confirmation, from a client that cannot ask; *with a person* is the same call, and a critical one with its phrase,
approved through the client's own way of asking. *Approved elsewhere* is a critical call from a client that asks nobody: it waits,
\`proviso approvals approve\` is run at a terminal, and the same call made again runs; see [Approvals](/approvals/). *HTTP 2.x* is the adapter for SDK 2.x, which speaks protocol 2026-07-28.

| Client | Version | Over | List | Read | Dry run | Without a person | With a person | Approved elsewhere |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${clients.flatMap((client) => rowsOf(client, tried)).join("\n")}

\`proviso check --host NAME\` says what a host or a model API would refuse of your contracts: names, lengths, schemas. The names are
\`openai\`, \`anthropic\`, \`gemini\`, \`vscode\` and \`claude-code\`; the pages of the codes under \`host/\` name the source of each limit.

## How to use each

With a configuration file, \`servers.json\`:

\`\`\`json
{ "mcpServers": { "backoffice": { "command": "backoffice-server", "args": [] } } }
\`\`\`

${clients.map(({ title, use }) => `**${title}.** ${use}`).join("\n\n")}

## Hosts with a model

These need an account, so no test runs them. This was seen by hand in November 2026. With an inbox, critical calls from Claude Code and Codex
wait there and run when they are approved: [Approve in the client](/approve-in-the-client/#approve-from-claude-code-cursor-codex-langchain) says what to set.

- **Claude Code 2.1** in print mode (\`-p\`) cancels questions by itself, and sends no call of a tool that needs a person in the client:
  without an inbox such a call is refused there.
- **Claude Agent SDK** asks only where the program gives \`onElicitation\`. A call that \`canUseTool\` allows is still refused without it.
- **Codex 0.169**, as \`codex exec\`, cancels questions by itself too, and sends no call that destroys or sends unless its
  configuration approves the tools. It drops \`pattern\` from the schemas that the model sees; the
  server checks the arguments in any case.
- **OpenAI Agents SDK 0.20** and **opencode 1.18** list and call; names with dots become names with underscores.
- **Gemini CLI 0.61** cannot ask: a call that needs a person is refused.
`;
}

/** Ways with the same results share a row. */
function rowsOf(client: TriedClient, tried: readonly Tried[]): readonly string[] {
  const ways = new Map<string, Way[]>();
  for (const { way, seen } of tried.filter((each) => each.client === client)) {
    const cells = columns.map((column) => seen[column]).join(" | ");
    ways.set(cells, [...(ways.get(cells) ?? []), way]);
  }
  return [...ways].map(
    ([cells, over]) => `| ${client.title} | ${versionOf(client.package)} | ${over.join(", ")} | ${cells} |`,
  );
}
