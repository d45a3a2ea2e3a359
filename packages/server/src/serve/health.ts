import type { EnforcingServer } from "../api/outcome.ts";
import type { AnswerPage } from "../adapters/wire/http-listener.ts";

/** Milliseconds for which one look at the store answers all requests, to limit its load. */
const sameAnswerMs = 1000;

/**
 * For supervisors and load balancers, which do not authenticate: `/healthz` says that the process
 * answers, `/readyz` whether it accepts calls.
 */
export function healthPages(server: EnforcingServer): Readonly<Record<string, AnswerPage>> {
  const isReady = recently(() => server.ready());
  return {
    "/healthz": page(async () => true),
    "/readyz": page(isReady),
  };
}

function page(isFine: () => Promise<boolean>): AnswerPage {
  return async ({ method }, response) => {
    if (method !== "GET" && method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return;
    }
    const fine = await isFine();
    const headers = { "Content-Type": "text/plain", "Cache-Control": "no-store" };
    response.writeHead(fine ? 200 : 503, headers).end(fine ? "ok\n" : "not ready\n");
  };
}

/** Answers with the last result while it is fresh. */
function recently(look: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= sameAnswerMs) last = { at: now, answer: look() };
    return last.answer;
  };
}
