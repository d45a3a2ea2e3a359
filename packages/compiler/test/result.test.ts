import { expect, test } from "vitest";
import { contractOf, findingsIn, type ToolText, toolOf } from "./contract-text.ts";

/** The findings of a tool with these fields, which are marked. */
function check(fields: ToolText, code: string | undefined): void {
  const { found, marks } = findingsIn(contractOf({ outputSchema: null, ...fields }));
  expect(found).toEqual(code === undefined ? [] : marks.map((mark) => ({ ...mark, code })));
}

const resultOf = (result: string) => toolOf({ outputSchema: null, result }).result;

test("a result is of the kinds that are named, in the order of MCP", () => {
  expect(resultOf("text")).toEqual({ kinds: ["text"] });
  expect(resultOf("image | text")).toEqual({ kinds: ["text", "image"] });
  expect(resultOf("content")).toEqual({ kinds: ["text", "image", "audio", "resource", "resource_link"] });
  expect(resultOf("{ content: image, mimeTypes: [image/png, image/*], maxBytes: 5000000 }")).toEqual({
    kinds: ["image"],
    mimeTypes: ["image/png", "image/*"],
    maxBytes: 5_000_000,
  });
});

test("beside content blocks there may be an output schema, and one of the two there must be", () => {
  expect(toolOf({ outputSchema: null, result: "text" })).not.toHaveProperty("outputSchema");
  expect(toolOf({ result: "text", outputSchema: "{ id: string }" })).toMatchObject({
    result: { kinds: ["text"] },
    outputSchema: { required: ["id"] },
  });
  expect(toolOf({})).not.toHaveProperty("result");
  const neither = contractOf({ outputSchema: null }).replace("  act:", "  ⟦act⟧:");
  const { found, marks } = findingsIn(neither);
  expect(found).toEqual(marks.map((mark) => ({ ...mark, code: "resolve/missing-field" })));
});

test("what is no kind of content is refused", () => {
  check({ result: "⟦txt⟧" }, "decode/unknown-value");
  check({ result: "⟦text | video⟧" }, "decode/unknown-value");
  check({ result: "⟦text | text⟧" }, "decode/repeated-entry");
  check({ result: "⟦content | text⟧" }, "decode/repeated-entry");
  check({ result: "⟦[text]⟧" }, "decode/wrong-type");
  check({ "⟦result⟧": "{ mimeTypes: [image/png] }" }, "decode/missing-field");
  check({ result: "{ content: text, mimeTypes: [⟦png⟧] }" }, "decode/bad-text");
  check({ result: "{ content: text, maxBytes: ⟦0⟧ }" }, "decode/bad-number");
  check({ result: "{ content: text, ⟦maxSize⟧: 5 }" }, "decode/unknown-key");
});

test("an example of such a tool shows its blocks", () => {
  const output = "{ content: [{ type: text, text: hello }] }";
  check({ result: "text", examples: `[{ input: {}, output: ${output} }]` }, undefined);
  const example = "[{ input: {}, output: { ⟦content⟧: [{ type: image }] } }]";
  const { found } = findingsIn(contractOf({ outputSchema: null, result: "text", examples: example }));
  expect(found.map(({ code }) => code)).toContain("contract/invalid-example");
});

test("an output that is no object is the property `result` of one, as the SDKs of MCP send it", () => {
  const wrapped = (result: object, more: object = {}) => ({
    type: "object",
    properties: { result },
    required: ["result"],
    additionalProperties: false,
    ...more,
  });
  expect(toolOf({ outputSchema: '"string[]"' }).outputSchema).toEqual(
    wrapped({ type: "array", items: { type: "string" } }),
  );
  expect(toolOf({ outputSchema: "integer" }).outputSchema).toEqual(wrapped({ type: "integer" }));
  expect(toolOf({ outputSchema: "open | closed" }).outputSchema).toEqual(
    wrapped({ type: "string", enum: ["open", "closed"] }),
  );
  const named = toolOf({ outputSchema: '"page[]"' }, "types: { page: { next?: page } }\n").outputSchema;
  expect(named).toMatchObject({
    properties: { result: { items: { $ref: "#/$defs/things.page" } } },
    $defs: { "things.page": { type: "object" } },
  });
  check({ outputSchema: "{ result: string }" }, undefined);
});
