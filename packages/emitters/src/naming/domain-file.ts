import { isDeviceName } from "./portable-name.ts";

/** Module names that no domain may have. */
const reservedFile = /^(index|package)$/;

/** A domain's file name without its ending; also the subpath under which a generated package exports it. */
export function domainFile(domain: string): string {
  const file = domain.replaceAll("_", "-");
  return reservedFile.test(file) || isDeviceName(file) ? `${file}_` : file;
}

/** The path of a domain's contracts in the package `schemas`. */
export function manifestPath(domain: string): string {
  return `manifest/${domainFile(domain)}.json`;
}
