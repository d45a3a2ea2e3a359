import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** A configuration with one server, `backoffice`, in the form that most hosts read. It is in this run's own home. */
export function writeConfig({ command, args, env, url, token }) {
  const file = join(homedir(), "servers.json");
  const backoffice =
    url === undefined
      ? { command, args, env }
      : { type: "http", url, ...(token && { headers: { Authorization: `Bearer ${token}` } }) };
  writeFileSync(file, JSON.stringify({ mcpServers: { backoffice } }));
  return file;
}
