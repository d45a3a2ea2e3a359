import { ownVersion } from "../disk/own-version.ts";

/** What a new project installs. A test compares the versions with those that this repository is tested with. */
export const dependencies: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/client": "^2.4.0",
  "@modelcontextprotocol/server": "^2.4.0",
  "@proviso/client": `^${ownVersion}`,
  "@proviso/manifest": `^${ownVersion}`,
  "@proviso/server": `^${ownVersion}`,
  "@proviso/trail": `^${ownVersion}`,
};

export const devDependencies: Readonly<Record<string, string>> = {
  "@types/node": "^24.0.0",
  proviso: `^${ownVersion}`,
  typescript: "^7.0.0",
};
