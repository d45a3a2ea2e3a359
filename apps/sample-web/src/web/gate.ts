import type { Answer, EnforcingServer, Outcome } from "@proviso/server";
import type { Session } from "../sessions/sessions.ts";

/** Calls a tool for the signed-in person: the only way from this app to the tools. */
export function callFor(
  server: EnforcingServer,
  { principal }: Session,
  tool: string,
  input: object,
  answer?: Answer,
): Promise<Outcome> {
  return server.invoke(tool, input, { principal, canAsk: true, ...(answer && { answer }) });
}

/** The same, with a dry run first if the contract has one, so that the person sees the plan. */
export async function planAndCall(
  server: EnforcingServer,
  session: Session,
  tool: string,
  input: object,
): Promise<Outcome> {
  const hasPlan = server.manifest.tools.some(({ name, dryRun }) => name === tool && dryRun !== undefined);
  if (!hasPlan) return callFor(server, session, tool, input);
  const planned = await callFor(server, session, tool, { ...input, dryRun: true });
  return planned.kind === "planned" ? callFor(server, session, tool, input) : planned;
}
