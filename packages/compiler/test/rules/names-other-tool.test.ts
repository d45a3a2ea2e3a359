import { contractOf, type ToolText } from "../contract-text.ts";
import { namesOtherTool } from "../../src/rules/names-other-tool.ts";
import { checkProjects } from "./check-rule.ts";

const two = (description: string, more: ToolText = {}, level = "low"): Record<string, string> => ({
  "a.yaml": contractOf({ description, ...more }),
  "b.yaml": contractOf({ riskLevel: level }, "", "read_all").replace("domain: things", "domain: others"),
});

checkProjects(namesOtherTool, {
  valid: {
    "prose, files and hosts": two(
      "Acts as others do. See things.md, others.example.com, read_all_others, e.g. here.",
    ),
    "its own name": two("The tool things.act acts, whatever its name things_act says."),
    "the tool that succeeds it": two("Acts. Use others.read_all instead.", {
      deprecated: "{ reason: Old., successor: others.read_all }",
    }),
    "a tool in what only the audit reads": two("Does something.", { auditEvent: "others.read_all" }),
  },
  invalid: {
    "the name of another tool": two("Acts. Call ⟦others.read_all⟧ first."),
    "its name over the wire": two('"Acts. Call `⟦others_read_all⟧` first."'),
    "a forbidden tool": two("Acts like ⟦others.read_all⟧.", {}, "forbidden"),
    "a name in folded text": two("⟦>-\n      Acts. Call others.read_all\n      first.\n⟧"),
    "a name in a side effect": two("Does something.", {
      sideEffects: "[⟦creates: What others.read_all reads.⟧]",
    }),
    "a name in the description of an argument": two("Does something.", {
      inputSchema: "{ id: { type: string, description: Comes from ⟦others.read_all⟧. } }",
    }),
  },
});
