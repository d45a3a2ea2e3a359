import { readFileSync } from "node:fs";
import process from "node:process";
import type { ProductSite } from "./program/product-site.ts";

const usage = `proviso-site build|serve FILE

Builds or serves the site that a JSON file describes. \`proviso docs\` writes that file and starts this program.

Exit codes: 0 clean, 2 usage, 3 internal.`;

/** The program \`proviso-site\`. Nothing is sent anywhere. */
export async function main(): Promise<void> {
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: "1", ASTRO_DISABLE_UPDATE_CHECK: "true" });
  const [action = "--help", file] = process.argv.slice(2);
  if (action === "--help" || action === "-h") return console.log(usage);
  if (!(action === "build" || action === "serve") || file === undefined) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const site = JSON.parse(readFileSync(file, "utf8")) as ProductSite;
  const { buildSite, serveSite } = await import("./program/run-site.ts");
  try {
    await (action === "build" ? buildSite(site) : serveSite(site));
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 3;
  }
}

/** Astro's errors say what to do in `hint`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint = "hint" in error && typeof error.hint === "string" ? `\n${error.hint}` : "";
  return `error: ${error.message}${hint}`;
}
