import { isDeviceName } from "./portable-name.ts";

/** Modules of a generated package that are no domain. */
const reservedFile = /^(index|package)$/;

/** The module of a domain without its ending; also the subpath under which a generated package exports it. */
export function domainFile(domain: string): string {
  const file = domain.replaceAll("_", "-");
  return reservedFile.test(file) || isDeviceName(file) ? `${file}_` : file;
}

/** Where the package `schemas` holds the contracts of a domain as data. */
export function manifestPath(domain: string): string {
  return `manifest/${domainFile(domain)}.json`;
}
