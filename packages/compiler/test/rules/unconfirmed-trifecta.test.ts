import { contractOf } from "../contract-text.ts";
import { unconfirmedTrifecta } from "../../src/rules/unconfirmed-trifecta.ts";
import { checkProjects } from "./check-rule.ts";

const fetching = {
  dataFlow: "{ readsPrivate: false, returnsUntrusted: true }",
  inputSchema: "{ page: uri }",
};
const customers = contractOf({ dataFlow: "{ readsPrivate: true, returnsUntrusted: false }" }).replace(
  "domain: things",
  "domain: customers",
);

checkProjects(unconfirmedTrifecta, {
  valid: {
    "a fetch that a person confirms": {
      "a.yaml": customers,
      "b.yaml": contractOf({
        ...fetching,
        riskLevel: "high",
        riskReason: "So.",
        sideEffects: "[calls: The address.]",
      }),
    },
    "a fetch with nothing private around it": { "b.yaml": contractOf(fetching) },
    "untrusted content from a fixed place": {
      "a.yaml": customers,
      "b.yaml": contractOf({ ...fetching, inputSchema: "{ id: uuid, url: a | b }" }),
    },
    "a text that merely ends like one": {
      "a.yaml": customers,
      "b.yaml": contractOf({ ...fetching, inputSchema: "{ curl: string }" }),
    },
    "an address that is only stored": {
      "a.yaml": customers,
      "b.yaml": contractOf({ ...fetching, dataFlow: "{ readsPrivate: false, returnsUntrusted: false }" }),
    },
  },
  invalid: {
    "a fetch that nobody confirms": { "a.yaml": customers, "b.yaml": contractOf(fetching, "", "⟦act⟧") },
    "a fetch whose address is plain text": {
      "a.yaml": customers,
      "b.yaml": contractOf({ ...fetching, inputSchema: "{ target: { pageUrl: string } }" }, "", "⟦act⟧"),
    },
    "a fetch that is confirmed for some inputs only": {
      "a.yaml": customers,
      "b.yaml": contractOf(
        { ...fetching, riskLevel: "medium", confirmation: "{ when: size(input.page) > 100 }" },
        "",
        "⟦act⟧",
      ),
    },
    "a fetch whose refinement nobody confirms": {
      "a.yaml": customers,
      "b.yaml": contractOf(
        {
          ...fetching,
          riskLevel: "high",
          riskReason: "So.",
          sideEffects: "[calls: The address.]",
          refine: "[{ when: size(input.page) < 9, riskLevel: low, sideEffects: [] }]",
        },
        "",
        "⟦act⟧",
      ),
    },
  },
});
