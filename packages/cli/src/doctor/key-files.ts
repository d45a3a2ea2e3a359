import { statSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import type { InstallationCheck, Finding } from "./check.ts";
import { entriesOf } from "./source-files.ts";

/** Private keys of a server: they seal approvals and results, and sign the audit trail. */
const keyName = /^(state|audit)(\.next|\.former-[0-9a-f]{12})?\.key$/;
const skipped = /^(node_modules|\.git)$/;
/** How far below the project a data folder is looked for. */
const depth = 3;

/** Only its owner may use the keys in a data folder, or replace them. Windows has no such modes. */
export const keyFiles: InstallationCheck = {
  name: "keys",
  run: ({ place }) => (process.platform === "win32" ? [] : wideModes(place.root, place.root, depth)),
};

function wideModes(root: string, folder: string, left: number): readonly Finding[] {
  const entries = entriesOf(folder);
  const here = entries.filter((entry) => entry.isFile() && keyName.test(entry.name));
  const below = entries.filter((entry) => entry.isDirectory() && !skipped.test(entry.name));
  return [
    ...here.flatMap(({ name }) => tooWide(root, join(folder, name), { others: 0o077, right: "600" })),
    ...(here.length > 0 ? tooWide(root, folder, { others: 0o022, right: "700" }) : []),
    ...(left === 0 ? [] : below.flatMap(({ name }) => wideModes(root, join(folder, name), left - 1))),
  ];
}

function tooWide(
  root: string,
  path: string,
  { others: othersMode, right }: { readonly others: number; readonly right: string },
): readonly Finding[] {
  const { mode } = statSync(path);
  if ((mode & othersMode) === 0) return [];
  const name = relative(root, path) || ".";
  const verb = right === "600" ? "read" : "write to";
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  return [{ problem: `others can ${verb} ${name} (mode ${octal})`, advice: `\`chmod ${right} ${name}\`` }];
}
