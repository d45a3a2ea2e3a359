import { readFile, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

export interface ServedSite {
  /** Ends in a slash. */
  readonly url: string;
  close(): Promise<void>;
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

/** A folder of static files with a page for wrong addresses, on loopback, under a path that begins and ends with a slash. */
export async function serveFolder(folder: string, base: string = "/"): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.invalid");
    const path = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) : "404.html";
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
  return { url: `http://127.0.0.1:${port}${base}`, close: () => closed(server) };
}

async function readPage(path: string): Promise<{ readonly file: string; readonly body: Buffer }> {
  const file = (await stat(path)).isDirectory() ? join(path, "index.html") : path;
  return { file, body: await readFile(file) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
