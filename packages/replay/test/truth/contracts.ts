import { compile, toManifest } from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";

const text = `proviso: 1
domain: shop
description: What a simulated shop does.

permissions:
  shop:read: Read orders.
  shop:write: Change orders.
  shop:pay: Pay money back.
  shop:admin: Close accounts.

failureModes:
  not_found: { description: There is no such order., retry: never }
  busy: { description: The shop is busy., retry: after }

tools:
  look:
    title: Look at an order
    description: Shows an order of a customer.
    category: orders
    riskLevel: low
    inputSchema: { id: integer, deep?: boolean }
    outputSchema: { ok?: boolean }
    permissions: [shop:read]
    sideEffects: []
    auditEvent: order.looked
    failureModes: [not_found]
    dataFlow: { readsPrivate: true, returnsUntrusted: false }

  note:
    title: Note something
    description: Adds a note to an order.
    category: orders
    riskLevel: medium
    confirmation: { when: "size(input.text) > 4" }
    inputSchema: { id: integer, text: { type: string, maxLength: 60 } }
    outputSchema: { ok?: boolean }
    permissions: [shop:write]
    sideEffects: [{ updates: Adds the note to the order., reversible: true }]
    auditEvent: order.noted
    failureModes: [not_found, busy]
    rateLimit: { limit: 6, per: hour }
    dataFlow: { readsPrivate: true, returnsUntrusted: false }

  refund:
    title: Refund an order
    description: Pays the price of an order back.
    category: orders
    riskLevel: high
    riskReason: It is a simulation.
    autonomousExecution: false
    confirmation: always
    stepUpAuth: { when: "input.cents > 5000", maxAge: 30m }
    inputSchema: { id: integer, cents: { type: integer, minimum: 1, maximum: 100000 } }
    outputSchema: { ok?: boolean }
    permissions: [shop:read, shop:pay]
    sideEffects: [{ refunds: The price to the customer. }]
    auditEvent: order.refunded
    failureModes: [not_found, busy]
    idempotency: { key: [id], ttl: 1d, onRepeat: Returns the first refund. }
    rateLimit: { limit: 5, per: hour }
    dataFlow: { readsPrivate: true, returnsUntrusted: false }

  tag:
    title: Tag an order
    description: Puts a tag on an order.
    category: orders
    riskLevel: medium
    inputSchema: { id: integer, tag: { type: string, maxLength: 20 } }
    outputSchema: { ok?: boolean }
    permissions: [shop:write]
    sideEffects: [{ updates: Sets the tag of the order., reversible: true }]
    auditEvent: order.tagged
    failureModes: [not_found]
    idempotency: { key: [id, tag], ttl: 2h, onRepeat: Returns the first outcome. }
    dataFlow: { readsPrivate: false, returnsUntrusted: false }

  share:
    title: Share an order
    description: Sends a link to an order to an address.
    category: orders
    riskLevel: high
    riskReason: It is a simulation.
    autonomousExecution: false
    confirmation: always
    inputSchema: { id: integer, to: email, password?: string }
    outputSchema: { ok?: boolean }
    permissions: [shop:write]
    sideEffects: [{ sends: A link to the address. }]
    auditEvent: order.shared
    failureModes: [not_found]
    rateLimit: { limit: 20, per: day }
    dataFlow: { readsPrivate: true, returnsUntrusted: false }

  mail:
    title: Mail all customers
    description: Sends a message to many customers at once.
    category: mail
    riskLevel: critical
    autonomousExecution: false
    confirmation: always
    stepUpAuth: { never: true, reason: A person has read the plan. }
    dryRun: { mode: required, preview: { count: integer } }
    inputSchema: { segment: { type: string, maxLength: 20 } }
    outputSchema: { ok?: boolean }
    permissions: [shop:write]
    sideEffects: [{ sends: The message to every customer of the segment. }]
    auditEvent: mail.sent
    failureModes: [not_found]
    dataFlow: { readsPrivate: true, returnsUntrusted: false }

  close:
    title: Close an account
    description: Closes the account of a customer.
    category: accounts
    riskLevel: high
    riskReason: It is a simulation.
    autonomousExecution: false
    confirmation: always
    inputSchema: { id: integer }
    outputSchema: { ok?: boolean }
    permissions: [shop:admin]
    sideEffects: [{ deletes: The account of the customer. }]
    auditEvent: account.closed
    failureModes: [not_found]
    dataFlow: { readsPrivate: false, returnsUntrusted: false }

  pay:
    title: Pay a supplier
    description: Pays a supplier from the account of the shop.
    category: orders
    riskLevel: high
    riskReason: It is a simulation.
    autonomousExecution: false
    confirmation: always
    stepUpAuth: { never: true, reason: It is a simulation. }
    inputSchema: { id: integer, cents: { type: integer, minimum: 1, maximum: 100000 } }
    outputSchema: { ok?: boolean }
    permissions: [shop:pay]
    sideEffects: [{ pays: The amount to the supplier. }]
    auditEvent: supplier.paid
    failureModes: [not_found, busy]
    idempotency: { key: [id, cents], ttl: 1h, onRepeat: Returns the first payment. }
    budget: { of: input.cents, per: tool, limit: 60000, every: 1d }
    dataFlow: { readsPrivate: true, returnsUntrusted: false }
`;

export function shopText(edit?: Edit): string {
  return edit ? edited(edit) : text;
}

/** Compiles the shop's contracts after an edit, as `[from, to]` within the tool of that name. Throws for one that does not compile. */
export function shop(edit?: Edit): Manifest {
  const { model, diagnostics } = compile([{ path: "shop.yaml", text: shopText(edit) }]);
  if (model) return toManifest(model, { product: "shop", wireNames: "underscore" });
  throw new TypeError(
    `${edit?.join(" -> ") ?? ""}: ${JSON.stringify(diagnostics.filter(({ severity }) => severity === "error"))}`,
  );
}

/** The shop's contracts with another owner for each tool, which changes no decision: every call is folded. */
export function shopOfOthers(): Manifest {
  const manifest = shop();
  return { ...manifest, tools: manifest.tools.map((tool) => ({ ...tool, hash: `${tool.hash.slice(1)}0` })) };
}

export type Edit = readonly [tool: string, from: string, to: string];

function edited([tool, from, to]: Edit): string {
  const start = text.indexOf(`  ${tool}:\n`);
  const next = text.slice(start + 3).search(/\n {2}\w+:\n/);
  const end = next < 0 ? text.length : start + 3 + next;
  const part = text.slice(start, end);
  if (!part.includes(from)) throw new TypeError(`${tool} has no ${from}`);
  return text.slice(0, start) + part.replace(from, () => to) + text.slice(end);
}

/** Changes of contracts that people make. */
export const edits: readonly Edit[] = [
  ["look", "shop:read", "shop:admin"],
  ["look", "id: integer", "id: { type: integer, maximum: 5 }"],
  ["look", "deep?: boolean", "deep: boolean"],
  ["look", "sideEffects: []", "sideEffects: []\n    rateLimit: { limit: 3, per: hour }"],
  ["look", "riskLevel: low", "riskLevel: high\n    autonomousExecution: false\n    confirmation: always"],
  ["look", "riskLevel: low", "riskLevel: forbidden"],
  ["look", "sideEffects: []", "sideEffects: []\n    stepUpAuth: { always: true, maxAge: 1h }"],
  ["note", "size(input.text) > 4", "size(input.text) > 8"],
  ["note", "size(input.text) > 4", "input.id == 3"],
  ["note", 'confirmation: { when: "size(input.text) > 4" }', "confirmation: never"],
  ["note", "confirmation: { when:", "confirmation: { always: true } #"],
  ["note", "size(input.text) > 4", "'shop:admin' in principal.permissions"],
  ["note", "size(input.text) > 4", "principal.id == 'ada'"],
  ["note", "limit: 6, per: hour", "limit: 2, per: hour"],
  ["note", "limit: 6, per: hour", "limit: 30, per: hour"],
  ["note", "limit: 6, per: hour", "limit: 6, per: day"],
  [
    "note",
    "    rateLimit:",
    "    idempotency: { key: [id], ttl: 1h, onRepeat: Returns it. }\n    rateLimit:",
  ],
  ["note", "maxLength: 60", "maxLength: 8"],
  ["note", "shop:write", "shop:write, shop:admin"],
  ["refund", "[shop:read, shop:pay]", "[shop:read]"],
  ["refund", "[shop:read, shop:pay]", "[shop:admin]"],
  ["tag", "riskLevel: medium", 'riskLevel: medium\n    confirmation: { when: "input.id > 4" }'],
  ["refund", "input.cents > 5000", "input.cents > 500"],
  ["refund", "maxAge: 30m", "maxAge: 5m"],
  ["refund", 'stepUpAuth: { when: "input.cents > 5000", maxAge: 30m }', "stepUpAuth: never"],
  ["refund", "key: [id]", "key: [id, cents]"],
  ["refund", "ttl: 1d", "ttl: 10m"],
  ["tag", "idempotency:", "owner: us #"],
  ["refund", "limit: 5, per: hour", "limit: 1, per: hour"],
  ["refund", "rateLimit:", "owner: us #"],
  ["refund", "maximum: 100000", "maximum: 4000"],
  ["tag", "key: [id, tag]", "key: [id]"],
  ["tag", "ttl: 2h", "ttl: 3d"],
  ["tag", "riskLevel: medium", "riskLevel: high\n    autonomousExecution: false\n    confirmation: always"],
  ["tag", "maxLength: 20", "enum: [a, b]"],
  ["share", "limit: 20, per: day", "limit: 2, per: day"],
  ["share", "permissions: [shop:write]", "permissions: [shop:admin]"],
  ["mail", "mode: required", "mode: supported"],
  ["mail", "permissions: [shop:write]", "permissions: [shop:admin]"],
  ["close", "permissions: [shop:admin]", "permissions: [shop:write]"],
  ["pay", "limit: 60000", "limit: 12000"],
  ["pay", "limit: 60000", "limit: 200000"],
  ["pay", "per: tool", "per: principal"],
  ["pay", "every: 1d", "every: 3h"],
];
