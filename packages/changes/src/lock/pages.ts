import type { DiagnosticPage } from "@proviso/compiler/explain";
import type { LockProblems } from "./problems.ts";

const head = `lock: 1
product: "acme"
wireNames: "underscore"
permissions:
  "notes:write": "Add and remove notes."
tools:
  notes.create:
`;
const block = `    checksum: "c974b910465a3cbb6ed6c3a6411c6f89"
    hash: "5d41402abc4b2a76"
    permissions: ["notes:write"]
    riskLevel: "low"
`;

function example(wrong: string): Pick<DiagnosticPage, "wrong" | "right"> {
  return {
    wrong: [{ path: "proviso.lock", text: wrong }],
    right: [{ path: "proviso.lock", text: head + block }],
  };
}

/** A page for every finding about `proviso.lock`. The examples show a part of a block. */
export const lockPages: Readonly<Record<keyof LockProblems, DiagnosticPage>> = {
  unreadable: {
    means:
      "The file is not as `proviso lock` writes it: a line has another form, or a block lacks a part. A newer version of proviso may have written it. Nothing is guessed: a lock that is read wrongly could hide that a contract became looser.",
    fix: "Restore the last version that was committed, and run `proviso lock`. If the file is from a newer proviso, install that version.",
    ...example((head + block).replace("lock: 1", "lock: 2")),
  },
  conflict: {
    means:
      "Git could not merge the lock, because two branches changed the same tool, and left both versions in the file. The lock holds one block for each tool, so changes of different tools merge.",
    fix: "Take either side of each block that has a conflict, whole: a block of mixed lines has a wrong checksum. Then run `proviso lock`. If it says that something became looser, that was accepted only on the other side: accept it again.",
    ...example(`${head}<<<<<<< HEAD
${block}=======
${block.replace("notes:write", "notes:add")}>>>>>>> other
`),
  },
  edited: {
    means:
      "The block of a tool has a checksum, and its lines are not those of which it was computed. Only `proviso lock` writes the lock: it compares the contract with what was accepted, and an edit would skip that. A checksum finds slips. Somebody who computes another one leaves a changed block without an entry in its history, which a review of the file shows.",
    fix: "Restore the last version that was committed, and run `proviso lock`. If something became looser, accept it by `proviso lock --accept`, with the reason.",
    ...example((head + block).replace('["notes:write"]', "[]")),
  },
};
