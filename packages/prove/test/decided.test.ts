import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, toManifest } from "@proviso/compiler";
import type { ToolContract } from "@proviso/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { explore } from "../src/cells.ts";
import { manifestOf } from "./contract.ts";

/** Twenty tools as authors of products would write them: arguments, then conditions about them. */
const fresh: Readonly<Record<string, readonly [string, ...string[]]>> = {
  transfer: [
    "{ amount: { type: number, minimum: 0.01 }, iban: string, reference?: string }",
    "input.amount > 1000.0",
    'input.amount > 100.0 && !input.iban.startsWith("DE")',
  ],
  refund: [
    "{ orderId: string, amount: { type: object, properties: { cents: integer, currency: EUR | USD } } }",
    "input.amount.cents > 50000",
    'input.amount.currency == "USD"',
  ],
  send: [
    "{ to: { type: 'email[]', minItems: 1, maxItems: 50 }, subject: string, attachments?: 'string[]' }",
    'size(input.to) > 10 || input.to.exists(a, !a.endsWith("@acme.com"))',
    "has(input.attachments) && size(input.attachments) > 0",
  ],
  share: [
    "{ fileId: string, role: reader | writer | owner, email?: email }",
    'input.role != "reader"',
    'has(input.email) && !input.email.endsWith("@acme.com")',
  ],
  update_user: [
    "{ userId: string, roles: 'string[]', disabled?: boolean }",
    '"admin" in input.roles',
    "has(input.disabled) && input.disabled",
  ],
  deploy: [
    "{ service: string, environment: staging | production, replicas: { type: integer, minimum: 1, maximum: 100 } }",
    'input.environment == "production"',
    'env.name == "live" && input.replicas > 3',
  ],
  close_tickets: [
    "{ ids: { type: 'string[]', maxItems: 500 }, resolution: done | wontfix }",
    "size(input.ids) > 20",
    'principal.kind == "agent" && input.resolution == "wontfix"',
  ],
  query: [
    "{ sql: { type: string, maxLength: 10000 } }",
    '!input.sql.startsWith("SELECT")',
    'input.sql.contains("DELETE") || input.sql.contains("DROP")',
  ],
  invite: [
    "{ title: string, attendees: { type: array, maxItems: 100, items: { type: object, properties: { email: email, external: boolean } } } }",
    "input.attendees.exists(x, x.external)",
    "!input.attendees.all(x, x.email.endsWith('@acme.com'))",
  ],
  adjust: [
    "{ sku: string, delta: integer, reason?: string }",
    "input.delta < -100 || input.delta > 100",
    "!has(input.reason)",
  ],
  raise: [
    "{ employeeId: string, percent: { type: number, minimum: 0, maximum: 30 }, salary: number }",
    "input.percent > 10.0",
    // Two arguments in one calculation.
    "input.percent * input.salary > 500000.0",
  ],
  budget: [
    "{ campaign: string, daily: integer, total?: integer }",
    "input.daily > 500 || (has(input.total) && input.total > 10000)",
    "!has(input.total)",
  ],
  export: [
    "{ filter?: string, format: csv | json, limit?: integer }",
    '!has(input.filter) || (input.format == "csv" && !has(input.limit))',
    "has(input.limit) ? input.limit > 1000 : true",
  ],
  hook: ["{ url: uri, events: 'string[]' }", '!input.url.startsWith("https://")', "size(input.events) == 0"],
  trade: [
    "{ side: buy | sell, quantity: { type: integer, minimum: 1 }, limit?: number }",
    'input.quantity >= 1000 && input.side == "sell"',
    "!has(input.limit)",
  ],
  publish: [
    "{ text: { type: string, maxLength: 5000 }, visibility: private | unlisted | public }",
    'input.visibility in ["public", "unlisted"]',
    "size(input.text) > 2000",
  ],
  rotate_key: [
    "{ keyId: string, force?: boolean }",
    '!("keys:admin" in principal.permissions)',
    'has(input.force) && input.force && principal.kind != "user"',
  ],
  book: [
    "{ nights: { type: integer, minimum: 1, maximum: 60 }, guests: integer, refundable: boolean }",
    "!input.refundable && input.nights > 7",
    "input.guests > 4",
  ],
  archive: [
    "{ folder: string, recursive?: boolean, keep: { type: integer, default: 3 } }",
    'input.folder == "/" || input.folder.startsWith("/etc")',
    "input.keep < 3",
  ],
  discount: [
    "{ code: string, percent: { type: integer, multipleOf: 5, minimum: 5, maximum: 100 }, customers?: 'string[]' }",
    "input.percent >= 50",
    "!has(input.customers) || size(input.customers) > 100",
  ],
};

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

interface Subject {
  readonly tool: ToolContract;
  readonly condition: string;
}

function conditionsOf(tool: ToolContract): readonly string[] {
  const { confirmation, stepUpAuth, refinements = [] } = tool;
  const rules = [confirmation, stepUpAuth].flatMap((rule) => (rule.kind === "when" ? [rule.condition] : []));
  return [...rules, ...refinements.map(({ when }) => when)];
}

/** The part of these conditions of which is decided both whether they can be true and whether they can be false. */
function decidedPart(subjects: readonly Subject[]): number {
  const decided = subjects.filter(({ tool, condition }) =>
    [true, false].every((wanted) => {
      const { inputSchema: schema } = tool;
      const examples = tool.examples.map(({ input }) => input);
      const answer = explore({
        schema,
        examples,
        conditions: [condition],
        breaks: ([outcome]) => outcome === wanted,
      });
      if (answer.verdict === "counterexample") {
        expect(ajv.validate(schema, answer.call.input)).toBe(true);
      }
      return answer.verdict !== "undecidable";
    }),
  );
  return decided.length / subjects.length;
}

test("at least 95 % of the sample's conditions are decided, and of twenty other tools", () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const files = globSync("contracts/*.yaml", { cwd: root });
  const { model } = compile(files.map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") })));
  if (!model) throw new Error("the sample does not compile");
  const { tools } = toManifest(model, { product: "backoffice", wireNames: "underscore" });
  const sample = tools.flatMap((tool) => conditionsOf(tool).map((condition) => ({ tool, condition })));
  const others = Object.entries(fresh).flatMap(([name, [inputSchema, ...conditions]]) => {
    const manifest = manifestOf({ [name]: `inputSchema: ${inputSchema}` });
    return manifest.tools.flatMap((tool) => conditions.map((condition) => ({ tool, condition })));
  });
  const [ofSample, ofOthers] = [decidedPart(sample), decidedPart(others)];
  const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
  console.log(
    `sample: ${percent(ofSample)} of ${sample.length}; others: ${percent(ofOthers)} of ${others.length}`,
  );
  expect(ofSample).toBeGreaterThanOrEqual(0.95);
  expect(ofOthers).toBeGreaterThanOrEqual(0.95);
});
