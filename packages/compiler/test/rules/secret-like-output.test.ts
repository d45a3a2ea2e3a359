import { secretLikeOutput } from "../../src/rules/secret-like-output.ts";
import { checkRule } from "./check-rule.ts";

checkRule(secretLikeOutput, {
  valid: {
    "names that are no secrets": {
      outputSchema:
        "{ nextPageToken: string, tokenCount: integer, keyboard: string, passwordSet: boolean, publicKey: string }",
    },
    "a secret that goes in": { inputSchema: "{ password: string }" },
    "a forbidden tool": { riskLevel: "forbidden", outputSchema: "{ privateKey: string }" },
  },
  invalid: {
    "a password": { outputSchema: "{ ⟦password⟧: string }" },
    "other spellings": {
      outputSchema: '{ ⟦api_key⟧: string, ⟦accessToken?⟧: string, ⟦"client-secret"⟧: string }',
    },
    "a pattern that asks for one": {
      outputSchema: '{ ⟦value⟧: { type: string, pattern: "^sk_live_[a-z0-9]{24}$" } }',
    },
    "a secret inside a list": {
      outputSchema:
        "{ users: { type: array, items: { type: object, properties: { ⟦token⟧: { type: string } } } } }",
    },
    "a secret in a plan": {
      riskLevel: "high",
      dryRun: "{ mode: supported, preview: { ⟦sessionCookie⟧: string } }",
    },
  },
});

checkRule(secretLikeOutput, {
  header: "types: { account: { id: string, secret: string } }\n",
  valid: { "a named type that goes in": { inputSchema: "account" } },
  invalid: {
    "a named type that comes out, at the property that it is in": {
      outputSchema: "{ ⟦account⟧: account }",
    },
    "a named type that is all that comes out, at the field": {
      riskLevel: "low\n    ⟦outputSchema⟧: account",
      outputSchema: null,
    },
  },
});
