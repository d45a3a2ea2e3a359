import { spawnSync } from "node:child_process";

/** A person who approves what they are shown, and types the phrase if there is one. Takes the params of an elicitation. */
export function approve({ requestedSchema: { properties } }) {
  const phrase = properties.phrase?.description.replace(/^Type: /, "");
  return { action: "accept", content: phrase === undefined ? { confirm: true } : { phrase } };
}

/** A person at the operator's terminal: `proviso approvals approve`. */
export function approveAtTerminal({ command, args, cwd }, id) {
  const say = (...more) =>
    spawnSync(command, [...args, id, "--as", "olga", ...more], { cwd, encoding: "utf8" });
  const asked = say();
  const phrase = /--phrase "(.*)"/.exec(asked.stderr)?.[1];
  const { status, stderr } = phrase === undefined ? asked : say("--phrase", phrase);
  if (status !== 0) throw new Error(`not approved: ${stderr}`);
}
