import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { sqliteState, stateFolder, type SqliteStateOptions } from "@proviso/trail";
import type { DurableState } from "@proviso/server";
import { describeSource, type UpstreamSource } from "../upstream/source.ts";

/** The folder of a gateway without `--data`: one for each upstream, below the folder for the state of programs. */
export function defaultDataFolder(name: string, ...sources: readonly UpstreamSource[]): string {
  const all = sources.map(describeSource).join("\n");
  const id = createHash("sha256").update(all).digest("hex").slice(0, 12);
  return join(stateFolder(), "proviso", "gateway", `${name}-${id}`);
}

/** Store, signed trail and keys of a gateway, for its owner alone. Several processes may use one folder. */
export function openState(folder: string, options: SqliteStateOptions = {}): DurableState {
  return sqliteState(folder, options);
}

export async function closeState({ audit, store }: DurableState): Promise<void> {
  await audit.close().finally(() => store.close());
}

/** The command that shows what changed in an upstream's tools, or with a tool the one that accepts it, for a shell. */
export function acceptCommand(folder: string, tool?: string): string {
  const words = ["accept", ...(tool === undefined ? [] : [tool]), "--data", folder];
  return `proviso gateway ${words.map(shellWord).join(" ")}`;
}

/** A word of a command that somebody pastes into a shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A name for a gateway that was given none: of the package or program that it starts, or of the host that it calls. */
export function nameOfSource(source: UpstreamSource): string {
  return wordOf("url" in source ? source.url.hostname : lastName(source));
}

/** A name as a word for approvals and the trail. */
export function wordOf(name: string): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return /^[a-z]/.test(word) ? word : `server-${word}`.replace(/-$/, "");
}

/** For `npx -y @scope/server-files /data` the package, for `python3 server.py` the script. */
function lastName({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  const program = args.find((word) => !word.startsWith("-") && /[a-z]/i.test(word));
  const isRunner = /^(npx|node|bunx|bun|deno|uvx|uv|python3?|pnpm)(\.\w+)?$/.test(basename(command));
  const path = (isRunner ? program : command) ?? command;
  const words = path.split(/[\\/]/).map((word) => word.replace(/@[\d.]+$/, "").replace(/\.\w{1,4}$/, ""));
  // `server-files/dist/index.js` is named after its package.
  return words.findLast((word) => word !== "" && !commonNames.has(word)) ?? "server";
}

const commonNames: ReadonlySet<string> = new Set(["index", "main", "cli", "server", "dist", "src", "bin"]);
