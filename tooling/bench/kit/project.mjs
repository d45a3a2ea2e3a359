// A typical project: ten tools per file, each with eight input fields, a nested object, an enum and
// a list, and five output fields. Every fifth file uses a shared type and permission.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const perFile = 10;

const all = "{ server: out/server, client: out/client, schemas: out/schemas, docs: out/docs }";

export async function writeProject(root, tools, outputs = all) {
  await mkdir(join(root, "contracts"), { recursive: true });
  await writeFile(join(root, "proviso.yaml"), config(outputs));
  for (let file = 0; file * perFile < tools; file++)
    await writeFile(join(root, "contracts", `domain_${file}.yaml`), contract(file));
  await writeFile(join(root, sharedContract), shared);
}

export const sharedContract = "contracts/shared.yaml";

const shared = `proviso: 1
domain: shared
description: What several domains use.
types:
  place: { type: object, properties: { city: string, country: string }, description: Where it is. }
permissions:
  shared:read: Read what is shared.
tools: {}
`;

const config = (outputs) => `proviso: 1
product: bench
contracts: [contracts/*.yaml]
packages: { scope: "@bench", license: MIT }
contextBudget: { list: 10000000 }
rules: { lint/missing-example: "off", lint/missing-owner: "off", lint/missing-title: "off" }
outputs: ${outputs}
`;

const contract = (file) => `proviso: 1
domain: domain_${file}
description: Records of kind ${file}.
types:
  recordId: { type: string, pattern: "^r_[a-z0-9]{4,20}$", description: Identifies a record. }
permissions:
  domain_${file}:read: Read records of kind ${file}.
failureModes:
  record_not_found: { description: There is no such record. }
tools:
${Array.from({ length: perFile }, (_, index) => tool(file, index)).join("")}`;

const usesShared = (file) => file % 5 === 4;

const tool = (file, index) => `  find_${index}:
    description: Finds records of kind ${file} by their field ${index}.
    category: records
    riskLevel: low
    inputSchema:
      recordId?: recordId
      text: { type: string, maxLength: 200, description: What to look for. }
      limit: { type: integer, minimum: 1, maximum: 100 }
      order: newest | oldest | relevance
      tags?: { type: "string[]", maxItems: 10 }
      since?: date
      isOpen?: boolean
${usesShared(file) ? "      place?: shared.place\n" : "      place?:\n        city: string\n        country: string\n"}    outputSchema:
      ids: recordId[]
      total: integer
      isComplete: boolean
      status: ready | partial
      note?: string
    permissions: [domain_${file}:read${usesShared(file) ? ", shared:read" : ""}]
    sideEffects: []
    auditEvent: record.found
    failureModes: [record_not_found]
    dataFlow: { readsPrivate: true, returnsUntrusted: true }
`;
