import { contractOf } from "../contract-text.ts";
import { unusedPermission } from "../../src/rules/unused-permission.ts";
import { checkProjects } from "./check-rule.ts";

checkProjects(unusedPermission, {
  valid: {
    "permissions that tools of other files need": {
      "a.yaml": contractOf({}, 'permissions: { "a:b": Allows b. }\n'),
      "b.yaml": contractOf({ permissions: '["a:b"]' }).replace("domain: things", "domain: others"),
    },
    "a permission of several parts that a condition asks for": {
      "a.yaml": contractOf(
        { riskLevel: "medium", confirmation: `{ when: "!('a-b:c:d' in principal.permissions)" }` },
        'permissions: { "a-b:c:d": Allows d. }\n',
      ),
    },
    "a permission that a condition asks for": {
      "a.yaml": contractOf(
        { riskLevel: "medium", confirmation: `{ when: "!('a:b' in principal.permissions)" }` },
        'permissions: { "a:b": Allows b. }\n',
      ),
    },
  },
  invalid: {
    "a permission that no tool needs": {
      "a.yaml": contractOf(
        { permissions: '["a:c"]' },
        'permissions: { ⟦"a:b"⟧: Allows b., "a:c": Allows c. }\n',
      ),
    },
  },
});
