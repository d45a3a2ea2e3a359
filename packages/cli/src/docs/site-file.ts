import { existsSync, readdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import { configErrors } from "../config/problems.ts";
import { UsageError } from "@proviso/terminal";

/** What a site says of itself in a folder that it was built in. */
export const siteMark = ".proviso-site";

/** What the options of `proviso docs` say. */
export interface SiteOptions {
  /** Absolute. */
  readonly out: string;
  readonly base: string | undefined;
  readonly host: string;
  readonly port: number;
}

/** What `@proviso/site` reads: settings with absolute paths. `work` is a folder for the rest. */
export function siteFile(
  { product, docs: site = {} }: Config,
  root: string,
  work: string,
  options: SiteOptions,
): object {
  const { title = product, logo, accent, url, pages, base = "/" } = site;
  const given = reports.flatMap((key) => (site[key] ? [[key, join(root, site[key].value)]] : []));
  return {
    title,
    accent,
    url,
    logo: logo && join(root, logo.value),
    pages: pages && join(root, pages.value),
    reports: Object.fromEntries(given),
    docs: join(work, "docs"),
    project: root,
    work,
    ...options,
    base: options.base ?? base,
  };
}

const reports = ["verified", "ledger", "used", "holders"] as const;
/** What the settings of the site name with a path, beside reports. */
const others = { logo: "an image", pages: "a folder" } as const;

/** The files that the settings of the site name and that are not there. */
export function missingSiteFiles({ docs = {} }: Config, root: string): readonly Diagnostic[] {
  return (["logo", "pages", ...reports] as const).flatMap((key) => {
    const { value, span } = docs[key] ?? {};
    if (value === undefined || span === undefined) return [];
    const found = statSync(join(root, value), { throwIfNoEntry: false });
    if (key === "pages" ? found?.isDirectory() : found?.isFile()) return [];
    const wanted = `${key === "logo" || key === "pages" ? others[key] : "a report"} of the project, and there is none at this path`;
    return [configErrors.at(span, "wrong-value", { key, wanted })];
  });
}

/** The folder that the build empties: it must be new, empty, or an earlier site's. */
export function outputFolder(named: string, cwd: string, root: string): string {
  const folder = resolve(cwd, named);
  const above = relative(folder, root);
  if (above === "" || (!above.startsWith(`..${sep}`) && above !== ".." && !isAbsolute(above)))
    throw new UsageError(
      `\`--out ${named}\` holds the project, and the build replaces all that is in a folder`,
    );
  const isOurs =
    !existsSync(folder) || existsSync(join(folder, siteMark)) || readdirSync(folder).length === 0;
  if (!isOurs)
    throw new UsageError(
      `\`--out ${named}\` holds files that no site of Proviso has, and the build would remove them: name a new folder, or empty this one`,
    );
  return folder;
}
