import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The address of the page of a diagnostic code, which the build of this package wrote. */
export function pageOfCode(code: string): string | undefined {
  const page = new URL(`../../dist/pages/${code}.md`, import.meta.url);
  return /^[a-z-]+\/[a-z-]+$/.test(code) && existsSync(fileURLToPath(page)) ? page.href : undefined;
}
