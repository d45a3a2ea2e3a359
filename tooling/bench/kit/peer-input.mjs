// The project of project.mjs in the languages of the peers: the same domains, tools, fields and limits.
const perFile = 10;

const each = (tools, write) =>
  Array.from({ length: tools }, (_, at) => write(Math.floor(at / perFile), at % perFile));

/** An OpenAPI 3.1 document: a path for each tool. */
export function openApiDocument(tools) {
  return {
    openapi: "3.1.0",
    info: { title: "bench", version: "1.0.0" },
    paths: Object.fromEntries(
      each(tools, (domain, index) => [`/domain_${domain}/find_${index}`, { post: operation(domain, index) }]),
    ),
    components: {
      schemas: Object.fromEntries(
        each(tools, (domain, index) => [
          [`Domain${domain}Find${index}Input`, inputSchema(domain)],
          [`Domain${domain}Find${index}Output`, outputSchema(domain)],
          [`Domain${domain}RecordId`, recordId],
        ]).flat(),
      ),
    },
  };
}

const jsonBody = (schema) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const operation = (domain, index) => ({
  operationId: `domain${domain}Find${index}`,
  tags: [`domain_${domain}`],
  description: `Finds records of kind ${domain} by their field ${index}.`,
  requestBody: { required: true, ...jsonBody(`Domain${domain}Find${index}Input`) },
  responses: { 200: { description: "What was found.", ...jsonBody(`Domain${domain}Find${index}Output`) } },
});

const recordId = { type: "string", pattern: "^r_[a-z0-9]{4,20}$", description: "Identifies a record." };

const closed = (properties, required) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const inputSchema = (domain) =>
  closed(
    {
      recordId: { $ref: `#/components/schemas/Domain${domain}RecordId` },
      text: { type: "string", maxLength: 200, description: "What to look for." },
      limit: { type: "integer", minimum: 1, maximum: 100 },
      order: { type: "string", enum: ["newest", "oldest", "relevance"] },
      tags: { type: "array", items: { type: "string" }, maxItems: 10 },
      since: { type: "string", format: "date" },
      isOpen: { type: "boolean" },
      place: closed({ city: { type: "string" }, country: { type: "string" } }, ["city", "country"]),
    },
    ["text", "limit", "order"],
  );

const outputSchema = (domain) =>
  closed(
    {
      ids: { type: "array", items: { $ref: `#/components/schemas/Domain${domain}RecordId` } },
      total: { type: "integer" },
      isComplete: { type: "boolean" },
      status: { type: "string", enum: ["ready", "partial"] },
      note: { type: "string" },
    },
    ["ids", "total", "isComplete", "status"],
  );

/** TypeSpec files, name to text: an interface for each domain, and `main.tsp`, which imports them. */
export function typeSpecFiles(tools) {
  const domains = Array.from({ length: Math.ceil(tools / perFile) }, (_, domain) => domain);
  const files = domains.map((domain) => [
    `domain_${domain}.tsp`,
    typeSpecDomain(domain, Math.min(perFile, tools - domain * perFile)),
  ]);
  const main = domains.map((domain) => `import "./domain_${domain}.tsp";\n`).join("");
  return new Map([...files, ["main.tsp", main]]);
}

const typeSpecDomain = (domain, tools) => `namespace Domain${domain};
/** Identifies a record. */
@pattern("^r_[a-z0-9]{4,20}$") scalar RecordId extends string;
${Array.from({ length: tools }, (_, index) => typeSpecTool(index)).join("")}
interface Tools {
${Array.from({ length: tools }, (_, index) => `  /** Finds records of kind ${domain} by their field ${index}. */\n  find_${index}(input: Find${index}Input): Find${index}Output;`).join("\n")}
}
`;

const typeSpecTool = (index) => `
model Find${index}Input {
  recordId?: RecordId;
  /** What to look for. */
  @maxLength(200) text: string;
  @minValue(1) @maxValue(100) limit: integer;
  order: "newest" | "oldest" | "relevance";
  @maxItems(10) tags?: string[];
  since?: plainDate;
  isOpen?: boolean;
  place?: { city: string; country: string };
}
model Find${index}Output {
  ids: RecordId[];
  total: integer;
  isComplete: boolean;
  status: "ready" | "partial";
  note?: string;
}
`;

/** Protocol Buffers, from path to text: a service for each domain, and `buf.yaml`. They cannot express the limits. */
export function protoFiles(tools) {
  const domains = Array.from({ length: Math.ceil(tools / perFile) }, (_, domain) => domain);
  const files = domains.map((domain) => [
    `domain_${domain}/v1/domain_${domain}.proto`,
    protoDomain(domain, Math.min(perFile, tools - domain * perFile)),
  ]);
  return new Map([...files, ["buf.yaml", "version: v2\n"]]);
}

const protoDomain = (domain, tools) => `syntax = "proto3";
package domain_${domain}.v1;
service Domain${domain}Service {
${Array.from({ length: tools }, (_, index) => `  // Finds records of kind ${domain} by their field ${index}.\n  rpc Find${index}(Find${index}Request) returns (Find${index}Response);`).join("\n")}
}
${Array.from({ length: tools }, (_, index) => protoTool(index)).join("")}`;

const protoTool = (index) => `
message Find${index}Request {
  enum Order {
    ORDER_UNSPECIFIED = 0;
    ORDER_NEWEST = 1;
    ORDER_OLDEST = 2;
    ORDER_RELEVANCE = 3;
  }
  message Place {
    string city = 1;
    string country = 2;
  }
  optional string record_id = 1;
  // What to look for.
  string text = 2;
  int32 limit = 3;
  Order order = 4;
  repeated string tags = 5;
  optional string since = 6;
  optional bool is_open = 7;
  optional Place place = 8;
}
message Find${index}Response {
  enum Status {
    STATUS_UNSPECIFIED = 0;
    STATUS_READY = 1;
    STATUS_PARTIAL = 2;
  }
  repeated string ids = 1;
  int64 total = 2;
  bool is_complete = 3;
  Status status = 4;
  optional string note = 5;
}
`;
