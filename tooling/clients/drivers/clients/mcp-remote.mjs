// mcp-remote is a stdio server that forwards to an HTTP one; here the SDK's client speaks to it.
import { connectSdk1 } from "./sdk-1.mjs";
import { programOf } from "../program.mjs";

export const asksPerson = true;

const { HOME, PATH, BROWSER } = process.env;

export const connect = ({ url, token }, person) =>
  connectSdk1(
    "sdk-1.32",
    {
      command: process.execPath,
      args: [
        programOf("mcp-remote"),
        url,
        "--allow-http",
        ...(token ? ["--header", `Authorization:Bearer ${token}`] : []),
      ],
      env: { HOME, PATH, ...(BROWSER && { BROWSER }), MCP_REMOTE_CONFIG_DIR: `${HOME}/mcp-auth` },
    },
    person,
  );
