import { upstream } from "./tools.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

const upstreamUrl = process.env["UPSTREAM_URL"];
const upstreamToken = process.env["UPSTREAM_TOKEN"];
const upstreamHeaders: Record<string, string> =
  upstreamToken === undefined ? {} : { authorization: `Bearer ${upstreamToken}` };
const address = upstreamUrl === undefined ? upstream : { url: upstreamUrl };
if (!address) throw new Error("set UPSTREAM_URL to the address of the original server");

/** The original server, as the handlers reach it. */
export const origin: Upstream = createUpstream(
  "url" in address ? { ...address, headers: upstreamHeaders } : address,
);
