import process from "node:process";
import { processStreams, type ProcessStreams } from "@proviso/terminal";

/** Where a command prints. Standard output belongs to the protocol while a host is served over stdio. */
export interface GatewayHost extends Omit<ProcessStreams, "progress"> {
  readonly cwd: string;
}

/** The streams of this process. */
export function processHost(): GatewayHost {
  return { ...processStreams(), cwd: process.cwd() };
}
