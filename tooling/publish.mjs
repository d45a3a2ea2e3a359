// publish.mjs  publishes every package of the current folder that has a new version. npm accepts provenance only for a package that
// names its repository: that is the one whose workflow runs this.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;

/** By path, the package.json of each public package as it was. */
const before = new Map(
  globSync("{packages/*,packages/generated/*,apps/*}/package.json")
    .map((path) => [path, readFileSync(path, "utf8")])
    .filter(([, text]) => !JSON.parse(text).private),
);

function withRepository(path, text) {
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  const directory = dirname(path).replaceAll("\\", "/");
  const links = {
    repository: { type: "git", url: `git+${url}.git`, directory },
    homepage: `${url}/tree/main/${directory}#readme`,
    bugs: `${url}/issues`,
  };
  return `${JSON.stringify({ ...links, ...JSON.parse(text) }, null, 2)}\n`;
}

if (!GITHUB_REPOSITORY) console.error("publish: no GITHUB_REPOSITORY, so the packages name no repository");
const changesets = createRequire(import.meta.url).resolve("@changesets/cli/bin.js");
try {
  if (GITHUB_REPOSITORY) for (const [path, text] of before) writeFileSync(path, withRepository(path, text));
  const { status } = spawnSync(process.execPath, [changesets, "publish"], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  for (const [path, text] of before) writeFileSync(path, text);
}
