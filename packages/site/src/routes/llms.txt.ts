import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRoute } from "astro";
import { docs } from "virtual:proviso-site";

/** The tools for agents, as generated: without the forbidden ones. */
export const GET: APIRoute = async () =>
  new Response(await readFile(join(docs, "llms.txt"), "utf8"), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
