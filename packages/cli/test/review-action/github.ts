import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

export interface GitHub {
  readonly url: string;
  readonly comments: Comment[];
  /** `POST /repos/…` of every request that wrote. */
  readonly writes: string[];
}

const own = "github-actions[bot]";

/** The part of GitHub's REST API about comments, on loopback: 100 a page, 403 for others' comments and for a token that only reads. */
export async function startGitHub({ mayWrite = true } = {}): Promise<GitHub> {
  const comments: Comment[] = [];
  const writes: string[] = [];
  const server = createServer(async (request, response) => {
    const [status, body] = answer(request, await text(request));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  function answer(
    { method = "", url = "", headers }: IncomingMessage,
    sent: string,
  ): readonly [number, unknown] {
    if (headers.authorization !== "Bearer secret-token") return [401, { message: "Bad credentials" }];
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (method === "GET" && pathname === "/repos/acme/tools/issues/7/comments") {
      const [size, page] = ["per_page", "page"].map((name) => Number(searchParams.get(name)));
      return [200, comments.slice(((page ?? 1) - 1) * (size ?? 30), (page ?? 1) * (size ?? 30))];
    }
    if (!mayWrite) return [403, { message: "Resource not accessible by integration" }];
    const { body } = JSON.parse(sent) as { readonly body: string };
    if (body.length > 65_536) return [422, { message: "body is too long" }];
    writes.push(`${method} ${pathname}`);
    if (method === "POST" && pathname === "/repos/acme/tools/issues/7/comments") {
      comments.push({ id: comments.length + 1, body, user: { login: own } });
      return [201, comments.at(-1)];
    }
    const comment = comments.find(({ id }) => pathname === `/repos/acme/tools/issues/comments/${id}`);
    if (method !== "PATCH" || !comment) return [404, { message: "Not Found" }];
    if (comment.user.login !== own) return [403, { message: "Must have admin rights" }];
    comment.body = body;
    return [200, comment];
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, comments, writes };
}
