// A package registry on loopback that has our tarballs and sends every other request on to the registry of this machine, so that
// what a stranger types can be run as it is before anything is published.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

/** Serves the tarballs; `close` ends it. */
export async function startRegistry(tarballs, upstream) {
  const ours = new Map(tarballs.map((file) => [manifestIn(file).name, file]));
  const files = new Map(tarballs.map((file) => [`/-/ours/${basename(file)}`, file]));
  const server = createServer(({ url = "" }, response) => {
    const name = decodeURIComponent(url.slice(1));
    if (files.has(url)) response.end(readFileSync(files.get(url)));
    else if (ours.has(name)) response.end(JSON.stringify(packument(ours.get(name), address())));
    // A redirect lets the caches of package managers work: they know the address of the other registry.
    else response.writeHead(302, { location: new URL(url, upstream).href }).end();
  });
  const address = () => `http://127.0.0.1:${server.address().port}/`;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: address(), close };
}

export function manifestIn(tarball) {
  const { stdout } = spawnSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" });
  return JSON.parse(stdout);
}

/** What a registry says of a package: its only version, published long enough ago for every cool-down. */
function packument(tarball, registry) {
  const manifest = manifestIn(tarball);
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { tarball: `${registry}-/ours/${basename(tarball)}`, integrity };
  const published = "2026-01-01T00:00:00.000Z";
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
    time: { created: published, modified: published, [version]: published },
  };
}
