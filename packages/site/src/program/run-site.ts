import { once } from "node:events";
import process from "node:process";
import { type AstroInlineConfig, build, dev } from "astro";
import { astroProject } from "./astro-project.ts";
import type { ProductSite } from "./product-site.ts";

/** Writes the site into its folder. */
export async function buildSite(site: ProductSite): Promise<void> {
  process.env["NODE_ENV"] = "production";
  await build(projectOf(site));
}

/** Serves the site, with every change, until the process is asked to end. */
export async function serveSite(site: ProductSite): Promise<void> {
  process.env["NODE_ENV"] = "development";
  // Vite would set that of a process that was killed.
  process.exitCode = 0;
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const server = await dev(projectOf(site));
  console.log(`site: http://${site.host}:${server.address.port}${site.base}`);
  await ended;
  await server.stop();
}

/** Astro puts the modules that it runs below the current folder, near their packages. */
function projectOf(site: ProductSite): AstroInlineConfig {
  const project = astroProject(site);
  process.chdir(project.root);
  return project;
}
