import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { readFile, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const app = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

export interface ServedSite {
  /** Ends in a slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Generates the documentation of a project (path to text), builds the site from it and serves that. */
export async function buildSite(files: Readonly<Record<string, string>>): Promise<ServedSite> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proviso-site-")));
  try {
    await generateDocs(folder, files);
    // The variables of a test's own process would make it a build for development.
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      ASTRO_TELEMETRY_DISABLED: "1",
      PROVISO_DOCS: relative(app, join(folder, "docs")),
      PROVISO_PROJECT: relative(app, folder),
      PROVISO_SITE_CACHE: join(folder, "cache"),
      PROVISO_SITE_URL: "https://docs.example.com",
    };
    const site = join(folder, "site");
    await run(process.execPath, [join(app, "node_modules/astro/bin/astro.mjs"), "build", "--outDir", site], {
      cwd: app,
      env,
    });
    const served = await serveFolder(site);
    const close = async (): Promise<void> => {
      await served.close();
      await rm(folder, { recursive: true });
    };
    return { ...served, close };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function generateDocs(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const config =
    'proviso: 1\nproduct: shop\ncontracts: [contracts/*.yaml]\npackages: { scope: "@shop", license: MIT }\noutputs: { docs: docs }\n';
  for (const [path, text] of Object.entries({ "proviso.yaml": config, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await run(process.execPath, [join(app, "node_modules/proviso/bin/proviso.js"), "generate"], {
    cwd: folder,
  });
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".md": "text/markdown; charset=utf-8",
};

/** A folder of static files with a page for wrong addresses, on loopback. */
export async function serveFolder(folder: string): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site.invalid").pathname);
    readPage(join(folder, path)).then(
      ({ file, body }) =>
        response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream").end(body),
      async () => {
        const { body } = await readPage(join(folder, "404.html"));
        response.writeHead(404, { "content-type": types[".html"] }).end(body);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => closed(server) };
}

async function readPage(path: string): Promise<{ readonly file: string; readonly body: Buffer }> {
  const file = (await stat(path)).isDirectory() ? join(path, "index.html") : path;
  return { file, body: await readFile(file) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
