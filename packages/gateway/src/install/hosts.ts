import { homedir } from "node:os";
import { join } from "node:path";

/** A host whose configuration of servers can be changed. */
export interface HostConfig {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly format: "json" | "toml";
  /** The key under which the servers stand. */
  readonly key: string;
  /** The key of a map from folders to maps with `key`, for hosts that keep a project's servers in the user's file. */
  readonly projectsKey?: string;
  /** What an entry calls the address of a server over Streamable HTTP. */
  readonly addressKey: "url" | "httpUrl";
  /** Where the configuration is: that of the project first, and that of the user. */
  files(cwd: string): readonly string[];
}

const home = (...names: readonly string[]): string => join(homedir(), ...names);

function userFolderOfCode(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === "darwin") return home("Library", "Application Support", "Code", "User");
  if (process.platform === "win32") return join(APPDATA ?? home("AppData", "Roaming"), "Code", "User");
  return join(XDG_CONFIG_HOME ?? home(".config"), "Code", "User");
}

type Files = HostConfig["files"];
const host = (name: string, title: string, files: Files, more: Partial<HostConfig> = {}): HostConfig => {
  const usual = { format: "json", key: "mcpServers", addressKey: "url" } as const;
  return { ...usual, name, title, files, ...more };
};

/** All hosts, by the documentation of each (as of November 2026). */
export const hosts: readonly HostConfig[] = [
  host("claude-code", "Claude Code", (cwd) => [join(cwd, ".mcp.json"), home(".claude.json")], {
    projectsKey: "projects",
  }),
  host("cursor", "Cursor", (cwd) => [join(cwd, ".cursor", "mcp.json"), home(".cursor", "mcp.json")]),
  host(
    "vscode",
    "VS Code",
    (cwd) => [join(cwd, ".vscode", "mcp.json"), join(userFolderOfCode(), "mcp.json")],
    {
      key: "servers",
    },
  ),
  host("codex", "Codex", () => [home(".codex", "config.toml")], { format: "toml", key: "mcp_servers" }),
  host(
    "gemini",
    "Gemini CLI",
    (cwd) => [join(cwd, ".gemini", "settings.json"), home(".gemini", "settings.json")],
    { addressKey: "httpUrl" },
  ),
];
