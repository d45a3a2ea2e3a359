import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  createHttpApi,
  type Auth,
  type Operation,
  type SentCall,
} from "../../starter-import/http/src/http-api.ts";

/** A server on loopback that answers every request alike, and the requests that it got. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: {
    readonly url: string;
    readonly headers: IncomingMessage["headers"];
    readonly body: string;
  }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString("utf8");
      seen.push({ url: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen };
}

const operation: Operation = {
  method: "get",
  path: "/notes/{id}",
  parameters: [
    { name: "id", in: "path", argument: "id" },
    { name: "tags", in: "query", argument: "tags" },
    { name: "fields", in: "query", argument: "fields", explode: false },
    { name: "where", in: "query", argument: "where", style: "deepObject", explode: true },
    { name: "X-Trace", in: "header", argument: "trace" },
    { name: "session", in: "cookie", argument: "session" },
  ],
  failures: { 404: "notFound", "4XX": "requestFailed" },
  isObjectResult: false,
};

const made = (name: string) => (message: string, details: unknown) => ({ name, message, details });
const call: SentCall = {
  fail: { notFound: made("notFound"), requestFailed: made("requestFailed") },
  signal: new AbortController().signal,
  callId: "call-1",
};

const text =
  (body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { "content-type": "text/plain", ...headers }).end(body);

test("each argument is where the operation carries it", async () => {
  const { baseUrl, seen } = await serve(text("done"));
  const input = {
    id: "a/b ?",
    tags: ["x", "y"],
    fields: ["p", "q"],
    where: { size: 3 },
    trace: "t",
    session: "s=1",
  };
  const result = await createHttpApi({ baseUrl }).send(operation, input, call);
  expect(result).toEqual({ content: [{ type: "text", text: "done" }] });
  expect(seen[0]?.url).toBe("/v1/notes/a%2Fb%20%3F?tags=x&tags=y&fields=p%2Cq&where%5Bsize%5D=3");
  expect(seen[0]?.headers).toMatchObject({ "x-trace": "t", cookie: "session=s%3D1" });
});

test.each([".", "..", ""])("a path parameter `%s` cannot lead to another path", async (id) => {
  const { baseUrl, seen } = await serve(text("done"));
  await expect(createHttpApi({ baseUrl }).send(operation, { id }, call)).rejects.toThrow("no part of a path");
  expect(seen).toEqual([]);
});

test.each<readonly [Auth, object, string]>([
  [{ kind: "bearer" }, { authorization: "Bearer key" }, "/v1/notes/1"],
  [{ kind: "basic" }, { authorization: "Basic a2V5" }, "/v1/notes/1"],
  [{ kind: "apiKey", in: "header", name: "X-Key" }, { "x-key": "key" }, "/v1/notes/1"],
  [{ kind: "apiKey", in: "query", name: "key" }, {}, "/v1/notes/1?key=key"],
])("the credential is sent as the API wants it: %o", async (auth, headers, url) => {
  const { baseUrl, seen } = await serve(text("done"));
  await createHttpApi({ baseUrl, auth, credential: "key" }).send(operation, { id: 1 }, call);
  expect(seen[0]).toMatchObject({ url, headers });
});

test("a repeated request has the key of its call", async () => {
  const { baseUrl, seen } = await serve(text("done"));
  const api = createHttpApi({ baseUrl });
  const keyed = { ...operation, idempotencyHeader: "Idempotency-Key" };
  await api.send(keyed, { id: 1 }, call);
  await api.send(keyed, { id: 1 }, { ...call, idempotencyKey: "mine" });
  expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["call-1", "mine"]);
});

test("a body is sent in the operation's media type", async () => {
  const { baseUrl, seen } = await serve(text("done"));
  const api = createHttpApi({ baseUrl });
  const send = (mediaType: string, body: unknown) =>
    api.send({ ...operation, method: "post", body: { argument: "body", mediaType } }, { id: 1, body }, call);
  await send("application/json", { a: 1 });
  await send("application/x-www-form-urlencoded", { a: 1, b: ["x", "y"] });
  await send("text/plain", "words");
  expect(seen.map(({ body }) => body)).toEqual(['{"a":1}', "a=1&b=x&b=y", "words"]);
  expect(seen[0]?.headers["content-type"]).toBe("application/json");
});

test.each([
  [404, "notFound"],
  [418, "requestFailed"],
])("the status %i is the declared failure `%s`", async (status, name) => {
  const { baseUrl } = await serve((_, response) => void response.writeHead(status).end("why"));
  const details = { status, answer: "why" };
  await expect(createHttpApi({ baseUrl }).send(operation, { id: 1 }, call)).rejects.toMatchObject({
    name,
    details,
  });
});

test("a status without a declared failure, and a redirect, are errors", async () => {
  const failing = await serve((_, response) => void response.writeHead(500).end());
  const api = createHttpApi({ baseUrl: failing.baseUrl });
  await expect(api.send(operation, { id: 1 }, call)).rejects.toThrow("the API answered 500");
  const moving = await serve(
    (_, response) => void response.writeHead(302, { location: failing.baseUrl }).end(),
  );
  await expect(createHttpApi({ baseUrl: moving.baseUrl }).send(operation, { id: 1 }, call)).rejects.toThrow(
    "fetch failed",
  );
  expect(failing.seen).toHaveLength(1);
});

test("the time-out of the contract ends the request", async () => {
  const controller = new AbortController();
  const { baseUrl } = await serve(() => controller.abort(new Error("too late")));
  const { signal } = controller;
  const sent = createHttpApi({ baseUrl }).send(operation, { id: 1 }, { ...call, signal });
  await expect(sent).rejects.toThrow("too late");
});

test("an object, an image, and the next page are told apart", async () => {
  const link = { link: '<https://api.example/notes?page=2&size=5>; rel="next"' };
  const paged = await serve(text("[]", { "content-type": "application/json", ...link }));
  expect(await createHttpApi({ baseUrl: paged.baseUrl }).send(operation, { id: 1 }, call)).toEqual({
    content: [
      { type: "text", text: "[]" },
      { type: "text", text: 'Next page: {"page":"2","size":"5"}' },
    ],
  });
  const typed: Operation = {
    ...operation,
    parameters: [
      ...operation.parameters,
      ...["page", "tag", "deep", "cursor"].map((name) => ({ name, in: "query" as const, argument: name })),
      { name: "size", in: "query", argument: "size_query" },
    ],
  };
  const schema = {
    properties: {
      page: { type: "string" },
      size_query: { type: ["integer", "null"] },
      tag: { type: "array", items: { type: "integer" } },
      deep: { type: "boolean" },
      cursor: { type: "integer" },
    },
  };
  const address = "https://api.example/notes?page=2&size=5&tag=1&tag=2&deep=false&cursor=zz";
  const many = await serve(text("[]", { link: `<${address}>; rel=next` }));
  expect(await createHttpApi({ baseUrl: many.baseUrl }).send(typed, { id: 1 }, call, schema)).toMatchObject({
    content: [{}, { text: 'Next page: {"page":"2","size_query":5,"tag":[1,2],"deep":false,"cursor":"zz"}' }],
  });
  const object = await serve(text('{"a":1}', { "content-type": "application/json" }));
  const asObject = { ...operation, isObjectResult: true };
  expect(await createHttpApi({ baseUrl: object.baseUrl }).send(asObject, { id: 1 }, call)).toEqual({ a: 1 });
  const image = await serve(text("png", { "content-type": "image/png" }));
  expect(await createHttpApi({ baseUrl: image.baseUrl }).send(operation, { id: 1 }, call)).toEqual({
    content: [{ type: "image", data: "cG5n", mimeType: "image/png" }],
  });
});
