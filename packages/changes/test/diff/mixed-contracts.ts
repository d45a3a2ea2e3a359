import type { Manifest, ToolContract } from "@proviso/manifest";
import fc from "fast-check";
import { sampleManifest } from "./sample.ts";

const sample = sampleManifest();
const { tools } = sample;

/** Values that no tool of the sample has. */
const rare: Readonly<Partial<Record<keyof ToolContract, readonly unknown[]>>> = {
  confirmation: [
    { kind: "when", condition: "input.a == 1" },
    { kind: "when", condition: "input.b == 1" },
  ],
  stepUpAuth: [
    { kind: "when", condition: "input.a == 1", maxAgeMs: 1000 },
    { kind: "always", acr: "phr" },
    { kind: "always", acr: "phrh", maxAgeMs: 600_000 },
    { kind: "never", reason: "It only reads." },
  ],
  meta: [{ "acme/audience": "staff" }, { "acme/audience": "all", "acme/other": [1] }],
  wireName: ["first_name", "second-name"],
  icons: [[{ src: "https://acme.example/icon.png" }]],
  deprecated: [{ reason: "Gone soon." }, { reason: "Gone soon.", successor: "account.get" }],
  rateLimit: [
    { limit: 1, perMs: 1000 },
    { limit: 100, perMs: 60_000 },
  ],
  budget: [
    { of: "input.a", per: "tool", limit: 100, everyMs: 60_000 },
    { of: "input.a", per: "tenant", limit: 500, everyMs: 60_000 },
    { of: "input.a", unit: "input.b", per: "principal", limit: 500, everyMs: 90_000 },
  ],
  exception: [
    {
      upTo: 5,
      budget: { of: "input.a", per: "tool", limit: 100, everyMs: 60_000 },
      reason: "Small.",
      reviewer: "mia",
      expires: "2027-01-31",
    },
  ],
  owner: ["somebody"],
  timeoutMs: [1000, 60_000],
  result: [{ kinds: ["text"] }, { kinds: ["text", "image"], mimeTypes: ["image/*"], maxBytes: 1000 }],
  outputSchema: [undefined],
  dryRun: [undefined],
  idempotency: [undefined, { key: [], ttlMs: 1000, until: "now < timestamp('2030-01-01T00:00:00Z')" }],
  permissions: [[], ["a:b", "c:d"]],
  requirements: [["a/b"], ["a/b", "c/d"]],
};

/** Every field but the name and the hash, which identify the contract. */
export const mixedFields: readonly (keyof ToolContract)[] = [
  ...new Set([...tools.flatMap((tool) => Object.keys(tool)), ...Object.keys(rare)]),
].filter((field): field is keyof ToolContract => !["name", "domain", "hash"].includes(field)) as never;

type Fields = { readonly [field: string]: unknown };

/** Each field from some tool of the sample, or a rare value. */
const fields: fc.Arbitrary<Fields> = fc.record(
  Object.fromEntries(
    mixedFields.map((field) => {
      const values = [...tools.map((tool) => tool[field]), ...(rare[field] ?? [])];
      return [field, fc.constantFrom<unknown>(...values)];
    }),
  ),
);

export const contracts: fc.Arbitrary<ToolContract> = fields.map(toContract);

/** A contract, and one that differs from it in some fields at most. */
export const contractPairs: fc.Arbitrary<readonly [ToolContract, ToolContract]> = fc
  .tuple(fields, fields, fc.subarray([...mixedFields], { maxLength: 4 }))
  .map(([one, other, changed]) => {
    const replaced = Object.fromEntries(changed.map((field) => [field, other[field]]));
    return [toContract(one), toContract({ ...one, ...replaced })];
  });

function toContract(values: Fields): ToolContract {
  // The compiler refuses refinements of a forbidden tool.
  const isForbidden = values["riskLevel"] === "forbidden";
  const present = Object.entries(values).filter(
    ([field, value]) => value !== undefined && !(isForbidden && field === "refinements"),
  );
  const contract: unknown = { name: "mixed.tool", domain: "mixed", hash: "", ...Object.fromEntries(present) };
  return contract as ToolContract;
}

export function only(...list: readonly ToolContract[]): Manifest {
  return { ...sample, tools: list };
}
