import { spawnSync } from "node:child_process";

/** A person who approves what they are shown, and types the phrase if there is one. Takes the params of an elicitation. */
export function approve({ requestedSchema: { properties } }) {
  const phrase = properties.phrase?.description.replace(/^Type: /, "");
  return { action: "accept", content: phrase === undefined ? { confirm: true } : { phrase } };
}

/** A person at the operator's terminal: `proviso approvals approve`. */
export function approveAtTerminal({ command, args, cwd }, id) {
  const { status, stderr } = spawnSync(command, [...args, id, "--as", "olga"], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`not approved: ${stderr}`);
}
