import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { headSigner } from "@proviso/trail";
import { Ajv2020 } from "ajv/dist/2020.js";
import Draft04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { reportFormats } from "../../src/report/report-formats.ts";
import { checkReport, signReport } from "../../src/report/sign-report.ts";
import { traceFile } from "../../src/report/trace-file.ts";
import type { VerifyReport } from "../../src/model.ts";
import { sample } from "./sample.ts";

const require = createRequire(import.meta.url);
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const isReport = ajv.compile(
  JSON.parse(readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8")),
);

function print(name: string, report: VerifyReport = sample): string {
  const text = reportFormats.find((format) => format.name === name)?.print(report, "traces/");
  return text ?? `no format ${name}`;
}

/** The sample with another verdict of its first claim. */
function withVerdict(verdict: object): object {
  const [first, ...rest] = sample.results;
  return { ...sample, results: [{ ...first, verdict }, ...rest] };
}

const keys = generateKeyPairSync("ed25519");
const publicKey = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
const signed = signReport(sample, headSigner({ key: keys.privateKey }));

test("the formats", () => {
  expect(reportFormats.map(({ name }) => name)).toEqual(["text", "json", "junit", "sarif", "html"]);
});

test("text says each verdict, what was seen, what is needed, and what ended the run", () => {
  expect(print("text")).toMatchInlineSnapshot(`
    "the server
      survived 1 trial     stable-list        the list of tools stays the same

    read_note
      refuted              reads-only         changes nothing
          a file was added: </title></style>]]>--><script>globalThis.hostile = 1</script>'"\\u{1b}[31m
          first: add_note {"text":"a"} → result {"id":1}; files: added notes/1
          at once read_note {"id":1}, with key k1, as nobody, killed after 5 ms → no answer within 5 ms
          start the server again → done
          read_note {"id":1} → failed not_found </title></style>]]>--><script>globalThis.hostile = 1</script>'"\\u{1b}[31m; files: added </title></style>]]>--><script>globalThis.hostile = 1</script>'"\\u{1b}[31m
      unobservable         permission         refuses who may not read notes
          needs \`--nobody\`, a caller without permissions

    Not called:
      wipe: its contract forbids it

    1 refuted, 1 survived, 1 unobservable, 42 calls
    The run ended at its limit of calls; \`--calls\` raises it.
    A claim that survived was not refuted by these calls. What no oracle watches is unobservable, not true."
  `);
});

test("JSON is the report, and the schema of the package accepts it, signed too", () => {
  expect(JSON.parse(print("json"))).toEqual(sample);
  for (const report of [sample, signed]) {
    isReport(JSON.parse(print("json", report)));
    expect(isReport.errors).toBeNull();
  }
});

test.each([
  ["a claim that is true", { kind: "true", trials: 1 }],
  ["a score", { kind: "survived", trials: 1, score: 0.9 }],
  ["a survival without a trial", { kind: "survived", trials: 0 }],
  ["a refutation without its trace", { kind: "refuted", trials: 1 }],
  ["what is missing unsaid", { kind: "unobservable" }],
])("the schema refuses %s", (_, verdict) => {
  expect(isReport(withVerdict(verdict))).toBe(false);
});

test("SARIF has what is refuted, at the file of its trace, and the public schema accepts it", () => {
  const draft4 = new Draft04.default({ strict: false, unicodeRegExp: false });
  addFormats.default(draft4);
  const validate = draft4.compile(require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
  const log = JSON.parse(print("sarif"));
  validate(log);
  expect(validate.errors).toBeNull();
  expect(log.runs[0].results).toHaveLength(1);
  expect(log.runs[0].results[0]).toMatchObject({
    ruleId: "verify/reads-only",
    level: "error",
    message: { text: expect.stringContaining("read_note claims: changes nothing. a file was added") },
    locations: [{ physicalLocation: { artifactLocation: { uri: "traces/reads-only.read_note.json" } } }],
  });
});

test.each(["text", "junit", "sarif", "html"])("%s has no control character of the server", (name) => {
  // eslint-disable-next-line no-control-regex
  expect(print(name).replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f]/);
});

test("a signature holds for the report as it was, and for the key that made it", () => {
  const otherKey = generateKeyPairSync("ed25519")
    .publicKey.export({ type: "spki", format: "pem" })
    .toString();
  expect(checkReport(signed, [publicKey])).toBe("valid");
  expect(checkReport(JSON.parse(print("json", signed)), [otherKey, publicKey])).toBe("valid");
  expect(checkReport(signed, [otherKey])).toBe("unknown_key");
  expect(checkReport(sample, [publicKey])).toBe("unsigned");
});

test("no field of a signed report can be changed", () => {
  for (const field of Object.keys(sample)) {
    if (field === "signature") continue;
    expect([field, checkReport({ ...signed, [field]: "changed" } as VerifyReport, [publicKey])]).toEqual([
      field,
      "forged",
    ]);
  }
  expect(checkReport({ ...signed, results: sample.results.slice(1) }, [publicKey])).toBe("forged");
});

test("a trace's file name is safe for any tool, and differs for different tools", () => {
  const names = ["read_note", "../../etc", "..-..-etc", "Read", "read", "a".repeat(300), "\0", "ä", "ö"];
  const files = names.map((tool) => traceFile({ clause: "reads-only", tool }));
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length);
  for (const file of files) expect(file).toMatch(/^reads-only\.[A-Za-z0-9_-]{1,64}\.json$/);
  expect(traceFile({ clause: "stable-list" })).toBe("stable-list.json");
});
