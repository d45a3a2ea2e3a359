import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../config/read-config.ts";
import { findProject, type ProjectPlace } from "../disk/find-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { packageManagerOf } from "../install/package-manager.ts";
import { sayNext } from "../install/say-next.ts";
import { findProgram } from "../project/find-program.ts";
import { exitCodeOf, exitCodes, portOf, UsageError, type ExitCode, takes } from "@proviso/terminal";
import { printFindings } from "../terminal/findings.ts";
import type { CliHost } from "../terminal/host.ts";
import { type Command, type Options, configOption } from "./command.ts";

/** Astro, which makes the site, is large: only those who want a site install its package. */
export const docs: Command = {
  name: "docs",
  summary: "Build the site of your tools, or serve it while you write.",
  args: {
    action: {
      type: "positional",
      required: false,
      description: "build (the default) writes the site; serve shows it in the browser, with every change.",
    },
    out: {
      type: "string",
      valueHint: "folder",
      default: "site",
      description: "Where `build` writes the site; everything in this folder is replaced.",
    },
    base: takes(
      "path",
      "The path under which the site is served, such as /tools/; by default that of proviso.yaml, or /.",
    ),
    port: takes("number", "Port of `serve`; by default a free one."),
    host: takes("address", "Address of `serve`; by default 127.0.0.1, for this machine only."),
    config: configOption,
  },
  run: runDocs,
};

async function runDocs(options: Options, host: CliHost): Promise<ExitCode> {
  const { action = "build" } = options;
  if (action !== "build" && action !== "serve")
    throw new UsageError(`\`proviso docs\` takes \`build\` or \`serve\`, not \`${action}\``);
  const place = await findProject(host.cwd, options.config);
  const program = await findProgram("site", place.root);
  if (program === undefined) throw missingSite(place.root, host);
  const site = await prepareSite(place, options, host);
  if (site === undefined) return exitCodes.findings;
  if (action === "serve") return serve(program, site, options, host);
  host.progress("building the site");
  const code = exitCodeOf(await host.runNode(program, ["build", site.file]));
  if (code !== exitCodes.clean) return code;
  host.out(`built the site in ${options.out}`);
  sayNext(
    host,
    place.root,
    "`proviso docs serve` shows it while you write; any server of files can publish the folder",
  );
  return code;
}

interface PreparedSite {
  /** What the program of the site reads. */
  readonly file: string;
  /** Writes the pages of the tools again; false if the contracts have errors. */
  write(place: ProjectPlace, host: CliHost): Promise<boolean>;
}

/** Writes the pages of the tools and the site's settings. Undefined, after a report, for errors. */
async function prepareSite(
  place: ProjectPlace,
  options: Options,
  host: CliHost,
): Promise<PreparedSite | undefined> {
  const [{ writeDocs }, { missingSiteFiles, outputFolder, siteFile }] = await Promise.all([
    import("../docs/write-docs.ts"),
    import("../docs/site-file.ts"),
  ]);
  // Beside the cache: it may be deleted at any time.
  const work = `node_modules/.cache/proviso/site-${place.configFile}`;
  const write: PreparedSite["write"] = async (now, inRound) => {
    const { ok, diagnostics, texts } = await writeDocs(now, `${work}/docs`, lookAtDisk(now.root));
    printFindings(
      diagnostics.filter(({ severity }) => severity === "error"),
      texts,
      inRound,
    );
    return ok;
  };
  const out = outputFolder(options.out ?? "site", host.cwd, place.root);
  const address = { host: options.hosts?.at(-1) ?? "127.0.0.1", port: portOf("port", options.port) ?? 0 };
  if (!(await write(place, host))) return undefined;
  const source = { path: place.configFile, text: place.configText };
  const { config } = readConfig(source);
  if (!config) return undefined;
  const missing = missingSiteFiles(config, place.root);
  printFindings(missing, [source], host);
  if (missing.length > 0) return undefined;
  const file = join(place.root, work, "site.json");
  const settings = siteFile(config, place.root, join(place.root, work), {
    out,
    base: baseOf(options),
    ...address,
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings, null, 2));
  return { file, write };
}

/** Serves until the site's program ends; rewrites the tools' pages with every contract change. */
async function serve(
  program: string,
  site: PreparedSite,
  options: Options,
  host: CliHost,
): Promise<ExitCode> {
  const { watchProject } = await import("../watch/watch-project.ts");
  const ended = host.runNode(program, ["serve", site.file]);
  const interrupted = async (): Promise<void> => void (await Promise.race([host.interrupted(), ended]));
  await watchProject({ ...host, interrupted }, options.config, (place, _store, inRound) =>
    site.write(place, inRound),
  );
  return exitCodeOf(await ended);
}

function baseOf({ base }: Options): string | undefined {
  if (base === undefined || /^\/(?:[a-zA-Z0-9_~-][a-zA-Z0-9._~-]*\/)*$/.test(base)) return base;
  throw new UsageError(
    `\`--base\` must be a path with \`/\` at both ends, such as \`/tools/\`, not \`${base}\``,
  );
}

function missingSite(root: string, host: CliHost): UsageError {
  const { addDev } = packageManagerOf(root, host.userAgent);
  return new UsageError(
    `@proviso/site, which makes the site, is not installed here: run \`${addDev}@proviso/site\``,
  );
}
