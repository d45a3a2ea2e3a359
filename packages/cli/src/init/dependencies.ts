import { ownVersion } from "../disk/package-json.ts";

/** What a new project installs, with `inbox` for approvals. A test compares the versions with those that are tested here. */
export const dependencies: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/client": "^2.4.0",
  "@modelcontextprotocol/server": "^2.4.0",
  "@proviso/client": `^${ownVersion}`,
  "@proviso/manifest": `^${ownVersion}`,
  "@proviso/server": `^${ownVersion}`,
  "@proviso/trail": `^${ownVersion}`,
};

export const inbox: Readonly<Record<string, string>> = { "@proviso/inbox": `^${ownVersion}` };

export const devDependencies: Readonly<Record<string, string>> = {
  "@types/node": "^24.0.0",
  proviso: `^${ownVersion}`,
  typescript: "^7.0.0",
};
