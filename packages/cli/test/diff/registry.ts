import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A private registry on loopback with one version of one package: it answers only to the token. */
export async function startRegistry(
  name: string,
  version: string,
  tarball: string,
  token: string,
): Promise<string> {
  const bytes = await readFile(tarball);
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end("{}");
    const path = decodeURIComponent(request.url ?? "");
    if (path === `/${name}`) {
      const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
      const dist = { tarball: `${url}packed.tgz`, integrity };
      const versions = { [version]: { name, version, dist } };
      response.writeHead(200, { "Content-Type": "application/json" });
      return response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
    }
    if (path === "/packed.tgz") return response.writeHead(200).end(bytes);
    response.writeHead(404).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return url;
}
