/** An address that nobody can forge in between: https or loopback. Else throws a TypeError. */
export function safeUrl(text: string | URL, option: string): URL {
  if (isSafeUrl(text)) return new URL(text);
  throw new TypeError(`\`${option}\` must be an https URL, and not ${JSON.stringify(String(text))}`);
}

export function isSafeUrl(text: string | URL): boolean {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  const isLoopback = url !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback);
}
