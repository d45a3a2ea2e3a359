/** An address that nobody in between can answer for: https, or on loopback. Throws a TypeError for another. */
export function safeUrl(text: string | URL, option: string): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  const isLoopback = url !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback)) return url;
  throw new TypeError(`\`${option}\` must be an https URL, and not ${JSON.stringify(String(text))}`);
}
