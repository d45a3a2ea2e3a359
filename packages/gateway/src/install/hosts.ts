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

/** All hosts, by the documentation of each (as of November 2026). */
export const hosts: readonly HostConfig[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    format: "json",
    key: "mcpServers",
    projectsKey: "projects",
    addressKey: "url",
    files: (cwd) => [join(cwd, ".mcp.json"), home(".claude.json")],
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    key: "mcpServers",
    addressKey: "url",
    files: (cwd) => [join(cwd, ".cursor", "mcp.json"), home(".cursor", "mcp.json")],
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    key: "servers",
    addressKey: "url",
    files: (cwd) => [join(cwd, ".vscode", "mcp.json"), join(userFolderOfCode(), "mcp.json")],
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    key: "mcp_servers",
    addressKey: "url",
    files: () => [home(".codex", "config.toml")],
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    format: "json",
    key: "mcpServers",
    addressKey: "httpUrl",
    files: (cwd) => [join(cwd, ".gemini", "settings.json"), home(".gemini", "settings.json")],
  },
];
