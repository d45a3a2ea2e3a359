import { programCommand } from "./program-command.ts";
import type { Command } from "./command.ts";

export const auditCommand: Command = programCommand({
  name: "audit",
  summary: "Verify, follow, show, prove, export or prune the audit trail of a server.",
  words: ["verify", "head", "tail", "show", "evidence", "export", "prune"],
  takes: "FILE",
  package: "@proviso/trail",
  does: "reads audit trails",
  npx: "npx @proviso/trail",
  afterwards: {
    verify: "`proviso audit tail FILE` shows the newest records",
    tail: "`proviso audit verify FILE` checks that no record was changed or removed",
    show: "`proviso audit verify FILE` checks that no record was changed or removed",
  },
});
