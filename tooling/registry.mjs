// A package registry on loopback that has our tarballs, accepts what is published to it, and sends every other request on to the
// registry of this machine, so that what a stranger types can be run as it is before anything is published.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** A time long enough ago for every cool-down. */
const published = "2026-01-01T00:00:00.000Z";

/**
 * Serves the tarballs and what is published; `versionsOf` tells the versions of a package,
 * `latestOf` its newest manifest and tarball, and `close` ends it. The packages in `reserved` are
 * asked of nobody else, even before they are published.
 */
export async function startRegistry(tarballs, upstream, reserved = []) {
  const packuments = new Map();
  const files = new Map();
  const server = createServer((request, response) => {
    const { method, url = "" } = request;
    const name = decodeURIComponent(url.slice(1));
    if (method === "PUT") answerPublish(request, response);
    else if (files.has(url)) response.end(files.get(url));
    else if (packuments.has(name)) {
      // A later registry may get the same port and have other tarballs of the same versions.
      response.writeHead(200, { "cache-control": "no-store" }).end(JSON.stringify(packuments.get(name)));
    } else if (reserved.includes(name)) response.writeHead(404).end('{"error":"not found"}');
    // A redirect lets the caches of package managers work: they know the address of the other registry.
    else response.writeHead(302, { location: new URL(url, upstream).href }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${server.address().port}/`;

  function add(manifest, tarball) {
    const { name, version } = manifest;
    const path = `/-/ours/${name.replace("/", "-")}-${version}.tgz`;
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { tarball: new URL(path, address).href, integrity };
    const { versions, time } = packuments.get(name) ?? {};
    files.set(path, tarball);
    packuments.set(name, {
      name,
      "dist-tags": { latest: version },
      versions: { ...versions, [version]: { ...manifest, dist } },
      time: { created: published, modified: published, ...time, [version]: published },
    });
  }

  /** Takes what `npm publish` sends; a version is published once. */
  async function answerPublish(request, response) {
    const { versions, _attachments } = await json(request);
    const [manifest] = Object.values(versions);
    const [{ data }] = Object.values(_attachments);
    const taken = packuments.get(manifest.name)?.versions[manifest.version] !== undefined;
    if (!taken) add(manifest, Buffer.from(data, "base64"));
    response.writeHead(taken ? 403 : 201, { "content-type": "application/json" });
    response.end(JSON.stringify(taken ? { error: "this version is published already" } : { ok: true }));
  }

  for (const file of tarballs) add(manifestIn(file), readFileSync(file));
  return {
    url: address,
    versionsOf: (name) => Object.keys(packuments.get(name)?.versions ?? {}),
    latestOf: (name) => {
      const { versions, "dist-tags": tags } = packuments.get(name);
      const manifest = versions[tags.latest];
      return { manifest, tarball: files.get(new URL(manifest.dist.tarball).pathname) };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function manifestIn(tarball) {
  const { stdout } = spawnSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" });
  return JSON.parse(stdout);
}
