import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEnforcingServer, type EnforcingServer, type Outcome } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { onTestFinished } from "vitest";
import { inbox as inboxOf, type Inbox } from "../../src/inbox/inbox.ts";
import { run } from "../../src/commands/run.ts";
import { anna, manifest } from "./refunds.ts";

export interface Bench {
  readonly folder: string;
  readonly server: EnforcingServer;
  readonly approvals: Inbox;
  readonly ran: unknown[];
  call(amount?: number): Promise<Outcome>;
}

/** A server of another process would use the same folder. */
export function startBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), "proviso-approvals-"));
  const ran: unknown[] = [];
  const approvals = inboxOf();
  const server = createEnforcingServer({
    ...sqliteState(folder),
    approvals,
    manifest,
    handlers: { "refunds.pay": (input: object) => ({ id: String(ran.push(input)) }) } as never,
    ports: () => ({}),
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const call = (amount = 10): Promise<Outcome> =>
    server.invoke("refunds.pay", { to: "a\u001b[31m", amount }, { principal: anna });
  return { folder, server, approvals, ran, call };
}

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command where nobody sits at the terminal, or somebody who answers what is asked. */
export async function sayAt(
  ask: ((question: string) => Promise<string>) | undefined,
  argv: readonly string[],
): Promise<Said> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(argv, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    ...(ask && { ask: (question: string) => (out.splice(0), ask(question)) }),
    color: false,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Somebody who types the phrase that is asked for. */
export const say = (...argv: readonly string[]): Promise<Said> =>
  sayAt(async (question) => /type: (.*)/.exec(question)?.[1] ?? "", argv);

export function codeOf(outcome: Outcome): string {
  return "failure" in outcome ? outcome.failure.code : outcome.kind;
}
