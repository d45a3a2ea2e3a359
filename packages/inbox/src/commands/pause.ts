import { escapeText } from "@proviso/manifest";
import { exitCodes, UsageError } from "@proviso/terminal";
import { decisionOptions, operatorIn, reasonIn, type ApprovalsCommand } from "./approvals-command.ts";

const scope = {
  type: "positional",
  description: "all, tool:NAME, domain:NAME, effect:KIND or tenant:ID.",
} as const;

export const pauseCommand: ApprovalsCommand = {
  name: "pause",
  summary:
    "Stop calls within two seconds: all, tool:NAME, domain:NAME, effect:KIND or tenant:ID. What waits for them ends.",
  args: { scope, ...decisionOptions },
  async run(request, host) {
    const { desk, subject } = request;
    await orUsage(() => desk.pauses.pause(subject, operatorIn(request), reasonIn(request)));
    host.out(`paused ${escapeText(subject)}`);
    if (/^(?:tool|domain):/.test(subject))
      host.out("the name was not checked, because only servers know their tools: try a call, or pause `all`");
    return exitCodes.clean;
  },
};

export const resumeCommand: ApprovalsCommand = {
  name: "resume",
  summary: "Let paused calls run again. What waited for them before stays ended.",
  args: { scope, ...decisionOptions },
  async run(request, host) {
    const { desk, subject } = request;
    const wasPaused = await orUsage(() =>
      desk.pauses.resume(subject, operatorIn(request), reasonIn(request)),
    );
    if (wasPaused) host.out(`resumed ${escapeText(subject)}`);
    else host.err(`proviso approvals: ${escapeText(subject)} was not paused; \`list\` shows what is`);
    return wasPaused ? exitCodes.clean : exitCodes.findings;
  },
};

/** The server's complaint about a scope or a name. */
async function orUsage<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
