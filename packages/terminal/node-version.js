import { readFileSync } from "node:fs";

/**
 * Runs on any Node.js with modules, so it is no TypeScript. Ends the process where this one is older than `engines` of the package asks
 * that the program is in. `program`: the address of a file in a folder of that package.
 */
export function requireNode(program) {
  const manifest = readFileSync(new URL("../package.json", program), "utf8");
  const { name, engines } = JSON.parse(manifest);
  const needed = engines.node.replace(/^>=/, "");
  if (!isOlder(process.versions.node, needed)) return;
  console.error(
    `${name} needs Node.js ${needed} or newer, and this is ${process.versions.node}: install it from https://nodejs.org/en/download, or with a version manager (\`nvm install 24\`)`,
  );
  process.exit(2);
}

function isOlder(version, needed) {
  const [have, want] = [version, needed].map((text) => text.split(".").map(Number));
  const different = want.findIndex((number, index) => have[index] !== number);
  return different >= 0 && have[different] < want[different];
}
