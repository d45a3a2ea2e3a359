import { describe, expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { schemaErrors } from "../../src/schemas/schema-errors.ts";
import {
  importTools,
  isOpenApi,
  openQuestions,
  readApi,
  readData,
  readList,
  readOpenApi,
} from "../../src/import.ts";

const document = `
openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets:
    parameters: [{ $ref: "#/components/parameters/Trace" }]
    get:
      operationId: listPets
      summary: List pets
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 }, description: How many }
        - { name: Authorization, in: header, schema: { type: string } }
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } }
    post:
      operationId: pets/add pet
      description: Adds a pet.
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "201": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
  /pets/{petId}:
    put: { operationId: replacePet, parameters: [{ name: petId, in: path, required: true, schema: { type: string } }], responses: {} }
    delete: { parameters: [{ name: petId, in: path, required: true, schema: { type: string } }], responses: {} }
components:
  parameters:
    Trace: { name: X-Trace, in: header, schema: { type: string, nullable: true } }
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, example: Rex }
        age: { type: integer, minimum: 0, exclusiveMinimum: true }
        parent: { $ref: "#/components/schemas/Pet" }
`;

function importDocument(text: string) {
  const { value } = readData(text);
  if (!isOpenApi(value ?? null)) throw new Error("this is no OpenAPI document");
  const { tools, notes } = readOpenApi(value as never);
  const list = readList(tools, { hasEffects: true });
  const imported = importTools({
    tools: list?.tools ?? [],
    product: "pets",
    domain: "pets",
    isOneDomain: false,
  });
  const { model, diagnostics } = compile(imported.contracts);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const found = model?.domains.flatMap((domain) => domain.tools) ?? [];
  const open = model ? openQuestions(model, imported.contracts) : [];
  return {
    notes: [...notes, ...imported.notes],
    contracts: imported.contracts,
    diagnostics,
    errors,
    questions: open.flatMap((each) => each.questions.map(({ field }) => ({ tool: each.tool, field }))),
    tools: new Map(found.map((tool) => [tool.wireName ?? tool.name.replace(".", "_"), tool])),
  };
}

describe("an OpenAPI document", () => {
  const { tools, notes, errors, questions } = importDocument(document);

  test("has a tool for each operation", () => {
    expect(errors).toEqual([]);
    expect([...tools.keys()].toSorted()).toEqual([
      "delete_pets_petId",
      "listPets",
      "pets_add_pet",
      "replacePet",
    ]);
    expect(notes.map(({ tool, text }) => `${tool}: ${text}`)).toEqual([
      "pets_add_pet: it is called `pets/add pet` in the document",
    ]);
    expect(tools.get("listPets")).toMatchObject({ title: "List pets", description: "List pets" });
    expect(tools.get("delete_pets_petId")?.description).toBe("DELETE /pets/{petId}");
  });

  test("claims what HTTP says of a method, and no more", () => {
    const facts = [...tools]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, { riskLevel, sideEffects, hints }]) => [
        name,
        riskLevel,
        sideEffects.map(({ kind }) => kind).join(),
        hints.idempotentHint,
      ]);
    expect(facts).toEqual([
      ["delete_pets_petId", "high", "deletes", true],
      ["listPets", "low", "", true],
      ["pets_add_pet", "high", "unclassified", false],
      ["replacePet", "high", "updates", true],
    ]);
  });

  test("leaves the reason why a deletion is not critical as an open question", () => {
    expect(tools.get("delete_pets_petId")?.riskReason).toBe("Not decided yet. Should the tool be critical?");
    expect(questions.filter(({ field }) => field === "riskReason").map(({ tool }) => tool)).toEqual([
      "pets.delete_pets_pet_id",
    ]);
  });

  test("has parameters and the body as arguments, and an object as the result", () => {
    expect(tools.get("listPets")?.inputSchema).toEqual({
      type: "object",
      properties: {
        "X-Trace": { type: ["string", "null"] },
        limit: { type: "integer", maximum: 100, description: "How many" },
      },
      additionalProperties: false,
    });
    expect(tools.get("listPets")?.outputSchema).toBeUndefined();
    const { inputSchema, outputSchema } = tools.get("pets_add_pet") ?? {};
    expect(inputSchema).toMatchObject({
      required: ["body"],
      properties: { body: { $ref: "#/$defs/pets.pet" } },
    });
    expect(outputSchema).toMatchObject({
      properties: {
        name: { type: "string" },
        age: { type: "integer", exclusiveMinimum: 0 },
        parent: { $ref: "#/$defs/pets.pet" },
      },
    });
  });
});

test("what only the server sets is no required argument, and what only a request has is no required result", () => {
  const text = `
openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "201": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
components:
  schemas:
    Id: { type: string, readOnly: true }
    Base:
      type: object
      required: [id, name, default]
      properties:
        id: { $ref: "#/components/schemas/Id" }
        name: { type: string }
        default: { type: object, required: [at, by], properties: { at: { type: string, readOnly: true }, by: { type: string } } }
    Pet:
      type: object
      required: [createdAt, pin, id]
      allOf: [{ $ref: "#/components/schemas/Base" }]
      properties:
        createdAt: { type: string, readOnly: true }
        pin: { type: string, writeOnly: true }
`;
  const { errors, tools } = importDocument(text);
  expect(errors).toEqual([]);
  const tool = tools.get("addPet");
  const fits = (schema: object, value: object): boolean =>
    schemaErrors(schema as never, value as never).length === 0;
  const sent = { pin: "1", name: "Rex", default: { by: "me" } };
  const got = { id: "1", createdAt: "now", name: "Rex", default: { at: "now", by: "me" } };
  const input = tool?.inputSchema ?? {};
  expect(fits(input, { body: sent })).toBe(true);
  for (const name of ["pin", "name"])
    expect(fits(input, { body: { ...sent, [name]: undefined } })).toBe(false);
  const output = tool?.outputSchema ?? {};
  expect(fits(output, got)).toBe(true);
  for (const name of ["id", "createdAt"]) expect(fits(output, { ...got, [name]: undefined })).toBe(false);
});

test("a result that joins objects is an object, and one that joins anything else is content", () => {
  const answer = (name: string): string => `
  /${name}:
    get:
      responses: { 200: { content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } } }`;
  const { tools, errors } = importDocument(`openapi: 3.0.3
paths:${["Paid", "Either", "Loop"].map(answer).join("")}
components:
  schemas:
    Base: { type: object, required: [id], properties: { id: { type: string } } }
    Payment: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { amount: { type: integer } } }] }
    Paid: { allOf: [{ $ref: "#/components/schemas/Payment" }, { required: [at], properties: { at: { type: string } } }] }
    Either: { allOf: [{ description: Anything. }] }
    Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }] }
`);
  expect(errors).toEqual([]);
  expect(tools.get("get_Paid")?.outputSchema).toMatchObject({
    type: "object",
    allOf: [{ allOf: [{ required: ["id"] }, {}] }, { required: ["at"] }],
  });
  expect(tools.get("get_Either")).not.toHaveProperty("outputSchema");
  expect(tools.get("get_Loop")).not.toHaveProperty("outputSchema");
});

test("JSON and version 3.1 are read as well; another document is none", () => {
  const json = JSON.stringify({
    openapi: "3.1.0",
    paths: {
      "/": { get: { parameters: [{ name: "a", in: "query", schema: { type: ["string", "null"] } }] } },
    },
  });
  expect([...importDocument(json).tools.keys()]).toEqual(["get"]);
  expect(isOpenApi({ swagger: "2.0" })).toBe(false);
  expect(isOpenApi([])).toBe(false);
});

test("a list cannot say of itself what only a document of HTTP may say", () => {
  const list = readList([
    { name: "run", effects: [] },
    { name: "walk", effects: [{ creates: "Nothing." }] },
  ]);
  expect(list?.tools.map(({ effects }) => effects)).toEqual([undefined, undefined]);
});

describe("the request of an operation", () => {
  const { value } = readData(`
openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: "https://{region}.example.com/v1/", variables: { region: { default: eu } } }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getOrder
      parameters: [{ name: fields, in: query, explode: false, schema: { type: array, items: { type: string } } }]
      responses: { "404": { description: none }, "500": { description: failed }, "200": { description: ok } }
    put:
      operationId: putOrder
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } } } }
      responses: { "409": { description: no }, "503": { description: failed }, default: { description: no } }
`);
  const orders = value as never;
  const list = readList(readOpenApi(orders).tools as never, { hasEffects: true });
  const [got, put] = list?.tools ?? [];

  test("says where each argument goes", () => {
    expect(got?.request).toMatchObject({
      method: "get",
      path: "/orders/{id}",
      parameters: [
        { name: "id", in: "path", argument: "id" },
        { name: "fields", in: "query", argument: "fields", explode: false },
      ],
      isObjectResult: false,
    });
    expect(put?.request?.body).toEqual({ argument: "body", mediaType: "application/x-www-form-urlencoded" });
  });

  test("holds the key of a repeated call, which is no argument", () => {
    expect(put?.request?.idempotencyHeader).toBe("Idempotency-Key");
    expect(Object.keys(put?.inputSchema["properties"] ?? {})).toEqual(["id", "body"]);
  });

  test("declares a failure only where the operation certainly had no effect", () => {
    expect(got?.request?.failures).toEqual({ 404: "not_found", 500: "api_failed" });
    expect(put?.request?.failures).toEqual({ 409: "conflict" });
    expect(got?.failures?.map(({ code }) => code).toSorted()).toEqual(["api_failed", "not_found"]);
  });

  test("goes to the document's first server, with its credential", () => {
    expect(readApi(orders)).toEqual({
      baseUrl: "https://eu.example.com/v1",
      auth: { kind: "apiKey", in: "header", name: "X-Key" },
    });
  });
});

test("what a document says of an operation is in its contract", () => {
  const text = `
openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get: { operationId: listOrders, tags: [Orders], deprecated: true, responses: {} }
    post:
      operationId: orders_add
      tags: [Orders, Other]
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      responses: {}
  /refunds:
    get: { operationId: startRefund, summary: Refunds the customer, responses: {} }
`;
  const { tools, questions, contracts, diagnostics } = importDocument(text);
  const list = tools.get("listOrders");
  expect(list).toMatchObject({ name: "orders.list_orders", deprecated: { reason: expect.any(String) } });
  const add = tools.get("orders_add");
  expect(add).toMatchObject({ name: "orders.add", idempotency: { key: [], ttlMs: 86_400_000 } });
  expect(diagnostics.filter(({ code }) => code === "lint/destructive-without-idempotency")).toEqual([]);
  expect(tools.get("startRefund")?.name).toBe("pets.start_refund");
  expect(questions.map(({ tool }) => tool)).toContain("orders.list_orders");
  const all = contracts.map((each) => each.text).join("");
  expect(all).toContain(
    "# By its HTTP method this operation only reads. Is it true that a call changes nothing?",
  );
  expect(all).toContain("# By its HTTP method this operation only reads, and other facts say otherwise.");
  expect(all).not.toContain("readOnlyHint");
});
