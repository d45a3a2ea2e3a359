import { isDeviceName } from "./portable-name.ts";

/** Whether an output is a package of its own, or a folder of a package that exists. */
export type Layout = "packages" | "folders";

/** Module names that no domain may have. */
const reservedFile = /^(index|package)$/;

/** A domain's file name without its ending, and the subpath of a generated package. */
export function domainFile(domain: string): string {
  const file = domain.replaceAll("_", "-");
  return reservedFile.test(file) || isDeviceName(file) ? `${file}_` : file;
}

/** The path of a domain's contracts in the output `schemas`. */
export function manifestPath(domain: string, layout: Layout): string {
  return `manifest/${domainFile(domain)}.${layout === "packages" ? "json" : "ts"}`;
}
