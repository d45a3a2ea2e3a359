import { describe, expect, test } from "vitest";
import { compileText, contractOf, expectFindings as check, type ToolText } from "./contract-text.ts";

const file = (text: string): string => `proviso: 1\ndomain: things\ndescription: Things.\n${text}`;

describe("decode", () => {
  test("accepts a complete tool", () => check(contractOf({})));

  test("reports an unknown key, with the nearest one", () => {
    const marked = contractOf({ "⟦titel⟧": "A title" });
    check(marked, "decode/unknown-key");
    expect(compileText(contractOf({ titel: "A title" })).diagnostics[0]?.hint).toBe("did you mean `title`?");
  });
  test("lists what may be there where it is little", () => {
    const hintOf = (fields: ToolText): string | undefined =>
      compileText(contractOf(fields)).diagnostics[0]?.hint;
    expect(hintOf({ riskLevel: "high", sideEffects: "[charges: The card.]" })).toBe(
      "what may be here: `creates`, `updates`, `deletes`, `grants`, `sends`, `pays`, `refunds`, `calls`, `reversible`",
    );
    expect(hintOf({ rateLimit: "{ limit: 1, per: hour, burst: 3 }" })).toBeUndefined();
    expect(hintOf({ colour: "red" })).toBeUndefined();
  });

  test("does not call a misspelt field missing as well", () =>
    check(contractOf({ category: null, "⟦categorie⟧": "testing" }), "decode/unknown-key"));

  test("reports every missing field at the tool's name", () => {
    const found = compileText(contractOf({ category: null, sideEffects: null })).diagnostics;
    expect(found.map(({ code, span }) => [code, span.line])).toEqual([
      ["decode/missing-field", 5],
      ["decode/missing-field", 5],
    ]);
  });

  test.each([
    "description",
    "category",
    "riskLevel",
    "inputSchema",
    "outputSchema",
    "permissions",
    "sideEffects",
    "auditEvent",
    "failureModes",
  ])("reports a callable tool without %s", (field) => {
    const { diagnostics, model } = compileText(contractOf({ [field]: null }));
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(`\`${field}\``)]);
    expect(model).toBeUndefined();
  });

  test("reports missing fields of a file", () => {
    const found = compileText("⟦proviso⟧: 1\n".replace(/[⟦⟧]/g, "")).diagnostics;
    expect(found.map(({ message }) => message)).toEqual([
      "a contract needs `description`",
      "a contract needs `domain`",
      "a contract needs `tools`",
    ]);
  });

  test("reports another version of the language", () =>
    check("proviso: ⟦2⟧\ndomain: things\ndescription: Things.\ntools: {}\n", "decode/bad-number"));
  test("reports text where a list belongs", () =>
    check(contractOf({ permissions: "⟦things:read⟧" }), "decode/wrong-type"));
  test("reports a value that is none of the words", () =>
    check(contractOf({ riskLevel: "⟦lo⟧" }), "decode/unknown-value"));
  test("reports `yes` where true or false belongs", () =>
    check(contractOf({ agency: "⟦yes⟧" }), "decode/wrong-type"));
  test("000: agency is yes or no, and no kind of tool", () =>
    check(contractOf({ agency: "⟦workflow⟧" }), "decode/wrong-type"));
  test("SEP-2487: a requirement is a string, and nothing with a structure", () =>
    check(contractOf({ execution: "{ requirements: [⟦{ env: production }⟧] }" }), "decode/wrong-type"));
  test("reports an empty text", () => check(contractOf({ description: '⟦" "⟧' }), "decode/bad-text"));
  test("reports a missing value at its key", () => check(contractOf({ "⟦owner⟧": "" }), "decode/wrong-type"));
  test("reports a tool without fields", () => check(file("tools:\n  ⟦act⟧:\n"), "decode/wrong-type"));
  test("reports a repeated entry", () =>
    check(contractOf({ execution: "{ requirements: [env:a, ⟦env:a⟧] }" }), "decode/repeated-entry"));
  test("reports a duration without a unit", () => check(contractOf({ timeout: "⟦30⟧" }), "decode/bad-text"));
  test("reports a rate limit of nothing", () =>
    check(contractOf({ rateLimit: "{ limit: ⟦0⟧, per: hour }" }), "decode/bad-number"));
  test("reports an audit event without a dot", () =>
    check(contractOf({ auditEvent: "⟦done⟧" }), "decode/bad-text"));

  test.each(["⟦Act⟧", "⟦send-mail⟧", "⟦__proto__⟧", "⟦2act⟧"])("reports %s as a tool's name", (verb) =>
    check(contractOf({}, "", verb), "decode/bad-name"),
  );
  test.each(["constructor", "to_string", "has_own_property"])("accepts %s as a tool's name", (verb) => {
    check(contractOf({}, "", verb));
  });
  test("reports bad names of types, permissions and failure modes", () => {
    const header =
      "types: { ⟦Type⟧: string }\npermissions: { ⟦read⟧: Reads. }\nfailureModes: { ⟦noThing⟧: { description: None. } }\n";
    check(contractOf({}, header), "decode/bad-name");
  });

  test("reads every form of confirmation and step-up", () => {
    for (const stepUpAuth of [
      "never",
      "always",
      "{ always: true }",
      "{ when: size(principal.acr) > 3, maxAge: 5m, acr: mfa }",
      "{ never: true, reason: Safe. }",
    ])
      check(contractOf({ riskLevel: "high", stepUpAuth }));
    for (const confirmation of ["never", "{ when: size(env.name) > 3 }"])
      check(contractOf({ riskLevel: "medium", confirmation }));
  });
  test("reports step-up of two kinds", () =>
    check(
      contractOf({ riskLevel: "high", stepUpAuth: '⟦{ always: true, when: "true" }⟧' }),
      "decode/one-of",
    ));
  test("reports a reason beside `always`", () =>
    check(
      contractOf({ riskLevel: "high", stepUpAuth: "{ always: true, ⟦reason⟧: So. }" }),
      "decode/unknown-key",
    ));
  test("reports `never: false`", () =>
    check(contractOf({ riskLevel: "high", stepUpAuth: "{ never: ⟦false⟧ }" }), "decode/wrong-type"));
  test("reports a confirmation that is neither word nor condition", () => {
    check(contractOf({ confirmation: "⟦alway⟧" }), "decode/unknown-value");
    check(contractOf({ confirmation: "⟦sometimes⟧" }), "decode/wrong-type");
    check(contractOf({ confirmation: "⟦true⟧" }), "decode/wrong-type");
    check(contractOf({ confirmation: "⟦{}⟧" }), "decode/one-of");
    check(contractOf({ confirmation: "⟦{ always: true, when: x }⟧" }), "decode/one-of");
    check(contractOf({ confirmation: "{ always: ⟦false⟧ }" }), "decode/wrong-type");
    check(contractOf({ confirmation: "{ always: true, approvers: ⟦0⟧ }" }), "decode/bad-number");
    check(contractOf({ confirmation: "{ ⟦if⟧: x }" }), "decode/unknown-key");
  });
  test("reports a side effect of two kinds, or of none", () => {
    check(contractOf({ sideEffects: "[⟦{ creates: A., updates: B. }⟧]" }), "decode/one-of");
    check(contractOf({ sideEffects: "[⟦{ reversible: true }⟧]" }), "decode/one-of");
    check(contractOf({ sideEffects: "[{ ⟦mails⟧: A. }]" }), "decode/unknown-key");
    check(contractOf({ sideEffects: "[{ creates: A., reversible: ⟦perhaps⟧ }]" }), "decode/wrong-type");
  });

  test("goes on after a wrong field: each mistake is found in one run", () => {
    const marked = contractOf({
      riskLevel: "⟦lo⟧",
      inputSchema: "{ a: ⟦strin⟧ }",
      permissions: "[⟦things:read⟧]",
      failureModes: "[⟦gone⟧]",
    });
    check(
      marked,
      "decode/unknown-value",
      "type/unknown-type",
      "resolve/unknown-permission",
      "resolve/unknown-failure-mode",
    );
  });

  test("draws no conclusions from a field that was wrong", () =>
    // Without the level, it is unknown whether the effect is allowed or a step-up is missing.
    check(contractOf({ riskLevel: "⟦kritical⟧", sideEffects: "[Something.]" }), "decode/unknown-value"));
});
