import { isObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";

/** A `fetch` that receives at most `bytes` in all; else a `UsageError` says what to do. */
export function boundedFetch(bytes: number): typeof fetch {
  let left = bytes;
  const count = (part: Uint8Array, controller: TransformStreamDefaultController): void => {
    left -= part.length;
    if (left < 0) controller.error(new UsageError(`the server sends more than ${bytes / 1_000_000} MB`));
    else controller.enqueue(part);
  };
  return async (url, init) => {
    // The stream of notifications: a list needs none.
    if (init?.method === "GET") return new Response(null, { status: 405 });
    // The headers may hold credentials, which must not be sent to another origin.
    const response = await fetch(url, { ...init, redirect: "manual" });
    const body = response.body?.pipeThrough(new TransformStream({ transform: count })) ?? null;
    const { status, headers } = response;
    const bounded = new Response(body, { status, headers });
    if (response.ok || init?.method === "DELETE") return bounded;
    throw new UsageError(await refusal(bounded, new URL(String(url)).host));
  };
}

async function refusal(response: Response, host: string): Promise<string> {
  const { status, headers } = response;
  if (status >= 300 && status < 400)
    return `${host} moved to ${headers.get("Location") ?? "another address"}; use that`;
  if (status === 401 || status === 403)
    return `${host} asks for authorization (${status}); give it with \`--header 'Authorization: Bearer …'\``;
  if (status === 404 || status === 405)
    return `${host} takes no requests at this address (${status}); where it speaks the older HTTP with SSE, use \`--stdio npx -y mcp-remote URL\``;
  const body: unknown = await response.json().catch(() => undefined);
  const error = isObject(body) ? body["error"] : undefined;
  const said = isObject(error) ? `: ${String(error["message"])}` : "";
  return `${host} answers with status ${status}${said}`;
}
