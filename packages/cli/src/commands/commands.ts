import type { Command } from "./command.ts";

/** All commands, in the order of help. Each loads only what it needs, when it is called. */
const commandLoaders: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import("./init.ts")).init,
  check: async () => (await import("./check.ts")).check,
  dev: async () => (await import("./dev.ts")).dev,
  generate: async () => (await import("./generate.ts")).generate,
  format: async () => (await import("./format.ts")).formatCommand,
  import: async () => (await import("./import.ts")).importCommand,
  todo: async () => (await import("./todo.ts")).todo,
  docs: async () => (await import("./docs.ts")).docs,
  doctor: async () => (await import("./doctor.ts")).doctor,
  diff: async () => (await import("./diff.ts")).diff,
  lock: async () => (await import("./lock.ts")).lock,
  prove: async () => (await import("./prove.ts")).prove,
  changeset: async () => (await import("./changeset.ts")).changeset,
  explain: async () => (await import("./explain.ts")).explainCommand,
  lsp: async () => (await import("./lsp.ts")).lsp,
  gateway: async () => (await import("./gateway.ts")).gateway,
  verify: async () => (await import("./verify.ts")).verify,
  approvals: async () => (await import("./approvals.ts")).approvals,
  keys: async () => (await import("./keys.ts")).keys,
  audit: async () => (await import("./audit.ts")).auditCommand,
  replay: async () => (await import("./replay.ts")).replay,
  completion: async () => (await import("./completion.ts")).completion(loadCommands),
};

export const commandNames: readonly string[] = Object.keys(commandLoaders);

export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commandLoaders, name) ? commandLoaders[name]?.() : undefined;
}

export async function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commandLoaders).map((load) => load()));
}
