import type { Json } from "@proviso/manifest";
import type { HostConfig } from "./hosts.ts";
import type { GatewayProgram } from "./wrap-entry.ts";

/** The server's part of a configuration, as it stands in the text. */
export interface ServerText {
  readonly name: string;
  /** The folder whose server it is, if the file has servers of several. */
  readonly project?: string;
  readonly entry: Json;
  /** The part that is replaced: offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** That part with the gateway in front. Absent if the server stays as it is, or is behind it already. */
  readonly wrapped?: string;
  /** That part without the gateway, if it is behind it and the format allows it. */
  readonly unwrapped?: string;
  /** Why it stays as it is. */
  readonly left?: string;
  readonly isWrapped: boolean;
}

/** Reads the servers of a configuration. Throws a `UsageError` if the text cannot be read. */
export type ReadServers = (
  text: string,
  host: Pick<HostConfig, "key" | "projectsKey" | "addressKey">,
  program: GatewayProgram,
) => readonly ServerText[];

/** What tells a server from all others of its file, for people and for the record. */
export function titleOf({ name, project }: Pick<ServerText, "name" | "project">): string {
  return project === undefined ? name : `${name} (${project})`;
}

/** Replaces parts of a text, from its end. */
export function replaceParts(
  text: string,
  parts: readonly { readonly start: number; readonly end: number; readonly with: string }[],
): string {
  return parts
    .toSorted((a, b) => b.start - a.start)
    .reduce((whole, part) => whole.slice(0, part.start) + part.with + whole.slice(part.end), text);
}
