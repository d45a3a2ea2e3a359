import type { Html } from "@proviso/manifest";

/** No script but the page's own, no frames, nothing from other hosts. */
const securityHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker",
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  // Not `no-referrer`: browsers would then send no origin with a form, and the origin is checked.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

export function answerPage(
  page: Html,
  status = 200,
  headers: readonly (readonly [string, string])[] = [],
): Response {
  return answer(page.text, "text/html", status, headers);
}

export function answerText(text: string, status: number): Response {
  return answer(`${text}\n`, "text/plain", status);
}

/** `type` without a charset. */
export function answer(
  body: string | ReadableStream<Uint8Array>,
  type: string,
  status = 200,
  headers: readonly (readonly [string, string])[] = [],
): Response {
  const all = [...Object.entries(securityHeaders), ["Content-Type", `${type}; charset=utf-8`] as const];
  return new Response(body, { status, headers: [...all, ...headers].map(([name, value]) => [name, value]) });
}

/** `location` is a path of the inbox or a sign-in provider's address, never request text. */
export function redirectTo(location: string, cookies: readonly string[] = []): Response {
  const headers = cookies.map((cookie) => ["Set-Cookie", cookie] as const);
  return answer("", "text/plain", 303, [["Location", location], ...headers]);
}
