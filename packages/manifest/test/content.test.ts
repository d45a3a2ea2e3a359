import { expect, test } from "vitest";
import { contentKinds, contentProblems, resultSchema } from "../src/index.ts";
import type { Json, ResultContent, ToolContract } from "../src/index.ts";

const anything: ResultContent = { kinds: contentKinds };

/** The places of what is wrong. */
function check(content: Json, allowed: ResultContent, expected: readonly string[]): void {
  expect(contentProblems(content, allowed).map(({ path }) => path)).toEqual(expected);
}

test("blocks as MCP writes them are good", () => {
  check([], anything, []);
  check([{ type: "text", text: "" }], anything, []);
  check([{ type: "image", data: "aGVsbG8=", mimeType: "image/png" }], anything, []);
  check([{ type: "audio", data: "aGVsbG8h", mimeType: "audio/wav" }], anything, []);
  check([{ type: "resource", resource: { uri: "a:b", text: "" } }], anything, []);
  check([{ type: "resource", resource: { uri: "a:b", blob: "", mimeType: "a/b" } }], anything, []);
  check([{ type: "resource_link", uri: "https://example.com", name: "x", size: 0 }], anything, []);
  const annotations = { audience: ["user", "assistant"], priority: 1, lastModified: "2030-01-01" };
  check([{ type: "text", text: "a", annotations, _meta: {} }], anything, []);
});

test("what MCP's clients would refuse is found", () => {
  check("text", anything, ["/content"]);
  check(["text"], anything, ["/content/0/type"]);
  check([{ type: "video" }], anything, ["/content/0/type"]);
  check([{ type: "text" }], anything, ["/content/0/text"]);
  check([{ type: "text", text: "a" }, { type: "image" }], anything, [
    "/content/1/data",
    "/content/1/mimeType",
  ]);
  check([{ type: "resource" }], anything, ["/content/0/resource/uri", "/content/0/resource/text"]);
  check([{ type: "resource", resource: { uri: "a:b", blob: "%" } }], anything, ["/content/0/resource/blob"]);
  check([{ type: "resource_link", uri: "no uri", name: "a" }], anything, ["/content/0/uri"]);
  check([{ type: "resource_link", uri: "a:b", name: "a", size: "3" }], anything, ["/content/0/size"]);
  check([{ type: "text", text: "a", annotations: { audience: ["all"] } }], anything, [
    "/content/0/annotations/audience",
  ]);
});

test.each(["aGVsbG8", "aGVsb G8=", "aGVsbG8=\n", "aGVsbG8-", "=aGVsbG8", "a==="])(
  "%j is not base64",
  (data) => check([{ type: "image", data, mimeType: "image/png" }], anything, ["/content/0/data"]),
);

test("a contract allows kinds, MIME types and a size", () => {
  const png: Json = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
  check([png], { kinds: ["text"] }, ["/content/0/type"]);
  check([png], { kinds: ["image"], mimeTypes: ["image/*"] }, []);
  check([png], { kinds: ["image"], mimeTypes: ["image/jpeg"] }, ["/content/0/mimeType"]);
  const text: Json = {
    type: "resource",
    resource: { uri: "a:b", text: "a", mimeType: "Text/Plain; charset=utf-8" },
  };
  check([text], { ...anything, mimeTypes: ["text/plain"] }, []);
  const untyped: Json = { type: "resource", resource: { uri: "a:b", text: "a" } };
  check([untyped], { ...anything, mimeTypes: ["text/plain"] }, ["/content/0/resource/mimeType"]);
  check([png, { type: "text", text: "ü" }], { ...anything, maxBytes: 7 }, []);
  check([png, { type: "text", text: "ü" }], { ...anything, maxBytes: 6 }, ["/content"]);
});

test("the schema of a result keeps the definitions of the structured content at its root", () => {
  const outputSchema = { type: "object", properties: { id: { $ref: "#/$defs/id" } }, $defs: { id: {} } };
  const tool = { result: { kinds: ["text"] }, outputSchema } as unknown as ToolContract;
  expect(resultSchema(tool)).toMatchObject({
    properties: { structuredContent: { properties: { id: { $ref: "#/$defs/id" } } } },
    required: ["content", "structuredContent"],
    $defs: { id: {} },
  });
});
