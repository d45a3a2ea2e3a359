const stages = "packages/server/test/stages";
const pipeline = "packages/server/src/pipeline";
const guard = "packages/client/src";

const trail = "packages/trail/src/trail";
const audit = "packages/trail/test/audit";

const ofKeys = "replay,former-keys,key-leases,interrupted,reconcile-races";

/** The parts of the code, each with the tests that have to notice a change of it: as few as show it, because all run for each mutant. */
export const parts = {
  "pipeline/admit": { files: [`${pipeline}/admit/*.ts`], tests: [`${stages}/{admit,order}.test.ts`] },
  "pipeline/authorize": {
    files: [`${pipeline}/authorize/*.ts`],
    tests: [`${stages}/{authorize,dry-run-checks,order}.test.ts`],
  },
  "pipeline/validate": {
    files: [`${pipeline}/validate/*.ts`],
    tests: [`${stages}/{validate,order}.test.ts`, "packages/inbox/test/approvals/edit.test.ts"],
  },
  "pipeline/refine": {
    files: [`${pipeline}/refine/*.ts`],
    tests: [`${stages}/{refine,admit,order}.test.ts`],
  },
  "pipeline/pause": {
    files: [`${pipeline}/pause/*.ts`],
    tests: [`${stages}/order.test.ts`, "packages/inbox/test/approvals/pauses.test.ts"],
  },
  "pipeline/limit": {
    files: [`${pipeline}/limit/*.ts`],
    tests: [`${stages}/{limit,dry-run-checks,order}.test.ts`],
  },
  "pipeline/plan": {
    files: [`${pipeline}/plan/*.ts`],
    tests: [`${stages}/{plan,plan-tool,dry-run-checks,order}.test.ts`],
  },
  "pipeline/step-up": {
    files: [`${pipeline}/step-up/*.ts`],
    tests: [`${stages}/{step-up,order}.test.ts`, "packages/inbox/test/approvals/log-in.test.ts"],
  },
  "pipeline/confirm": {
    files: [`${pipeline}/confirm/*.ts`],
    tests: [
      `${stages}/{chain,confirm,confirm-answers,confirmation-message,exception,budget,programs}.test.ts`,
      "packages/inbox/test/approvals/{approve-later,approved-call,narrowed-call,waiting-call,edit,log-in,in-the-stages,excepted-call,put-back}.test.ts",
    ],
  },
  "inbox/answers": {
    files: ["packages/inbox/src/approvals/{answer-calls,pending-approval}.ts"],
    tests: [
      "packages/inbox/test/approvals/{approve-later,approved-call,narrowed-call,waiting-call,edit,log-in,in-the-stages,pending-approval}.test.ts",
    ],
  },
  "pipeline/execute": {
    files: [`${pipeline}/execute/*.ts`],
    tests: [`${stages}/{chain,execute,interrupted,interruptions,events,audit,reconcile*}.test.ts`],
  },
  "pipeline/look-up": {
    files: [`${pipeline}/look-up/*.ts`],
    tests: [`${stages}/reconcile*.test.ts`],
  },
  "pipeline/replay/steps": {
    files: [`${pipeline}/replay/{run-work,undo-steps}.ts`],
    tests: [`${stages}/{steps,steps-attacked,ended-steps,undone-steps,compensate}.test.ts`],
  },
  "pipeline/replay/keys": {
    files: [`${pipeline}/replay/{acquire-key,equal-calls,former-keys,held-key,key-record}.ts`],
    tests: [
      `${stages}/{${ofKeys},held-key,steps,steps-attacked,ended-steps,budget,step-up}.test.ts`,
      "packages/inbox/test/approvals/realms.test.ts",
    ],
  },
  "pipeline/replay/stage": {
    files: [`${pipeline}/replay/{replay,resolve-unknown}.ts`],
    tests: [
      `${stages}/{${ofKeys},reconcile,steps,ended-steps,undone-steps,step-up,budget,dry-run-checks}.test.ts`,
    ],
  },
  "pipeline/audit": {
    files: [`${pipeline}/audit/*.ts`],
    tests: [
      `${stages}/{audit,audit-faults,audit-progress,footprint,resolve,refine,interrupted,order,reconcile,replay}.test.ts`,
    ],
  },
  "pipeline/call": {
    files: [`${pipeline}/call/*.ts`, `${pipeline}/runtime/*.ts`],
    tests: [
      `${stages}/{order,audit,chain,refuse,dry-run-checks,events,interrupted}.test.ts`,
      "packages/inbox/test/approvals/edit.test.ts",
    ],
  },
  "pipeline/resolve": {
    files: [`${pipeline}/resolve.ts`],
    tests: [`${stages}/{resolve,refine}.test.ts`],
  },
  "pipeline/entrance": {
    files: [`${pipeline}/entrance/*.ts`],
    tests: [`${stages}/{callers,entrance,resolve}.test.ts`],
  },
  seals: { files: ["packages/server/src/seals/*.ts"], tests: ["packages/server/test/seals/*.test.ts"] },
  "guard/decide": {
    files: [`${guard}/decide/*.ts`],
    tests: [
      "packages/client/test/{decide,requirements,session,trust-annotations,foreign-tools,retry,refine-subject}.test.ts",
      "packages/client/test/policies/*.test.ts",
    ],
  },
  "guard/call": {
    files: [`${guard}/call/{decide-call,run-call,precheck}.ts`],
    tests: [
      "packages/client/test/{run-call,confirm,guard,session,foresee,review,refine-subject,host-faults}.test.ts",
      "packages/client/test/pinning/drift.test.ts",
    ],
  },
  "guard/send": {
    files: [
      `${guard}/call/{prepare-call,read-response,retry,send,output-fault,output-check,waiting-response}.ts`,
      `${guard}/call/{read-edits,result,typed-calls,overlay,in-own-words,approval-phrase}.ts`,
    ],
    tests: [
      "packages/client/test/{prepare-call,read-response,send,retry,overlay,output-fault,content,guard}.test.ts",
      "packages/client/test/{approval-phrase,confirm,only-asked,host-faults,foreign-tools,typed-calls,never-sent}.test.ts",
      "packages/client/test/attacks/links.test.ts",
    ],
  },
  "guard/pinning": {
    files: [`${guard}/pinning/*.ts`, `${guard}/tool/{claims,classify,subject}.ts`],
    tests: [
      "packages/client/test/pinning/*.test.ts",
      "packages/client/test/{claims,classify,defaults,foreign-tools,mcp,overlay,overlay-filesystem}.test.ts",
      "packages/client/test/{guard,requirements,tool-set,trust-annotations}.test.ts",
      "packages/client/test/attacks/{claims,overlay}.test.ts",
    ],
  },
  "guard/ask": {
    files: [`${guard}/ask/*.ts`],
    tests: [
      "packages/client/test/{confirm,answered-by-person,ask-limits,only-asked,review,mcp,own-client}.test.ts",
      "packages/client/test/{approval-phrase,approvals,await-answer,guard,host-faults,run-call,session,view}.test.ts",
      "packages/client/test/attacks/{forged-view,links}.test.ts",
    ],
  },
  "audit/verify": {
    files: [`${trail}/{verify-audit,verify-heads,chain-entry,chain-group,head}.ts`],
    tests: [`${audit}/{verify,verify-pruned,former-marks,key-change,grouped,continue-chain}.test.ts`],
  },
  "audit/evidence": {
    files: ["packages/trail/verify-evidence.mjs"],
    tests: ["packages/trail/test/commands/verify-evidence.test.ts"],
  },
  "audit/prune": {
    files: [`${trail}/{plan-pruning,pruned-mark,segment}.ts`],
    tests: [`${audit}/plan-pruning.test.ts`],
  },
  "audit/continue": {
    files: [`${trail}/{continue-chain,group-end,key-change}.ts`],
    tests: [`${audit}/{continue-chain,key-change}.test.ts`],
  },
  "audit/files": {
    files: [`${trail}/{head-file,json-lines,jsonl-trail}.ts`],
    tests: [`${audit}/{head-file,json-lines,jsonl-trail}.test.ts`],
  },
  "audit/sinks": {
    files: [`${trail}/{chained-audit,grouped-audit,tee-audit,reported-audit}.ts`],
    tests: [`${audit}/{grouped,sink-parts,copies}.test.ts`],
  },
  "audit/marks": {
    files: [`${trail}/{collect-evidence,kept-marks,mark-signers}.ts`],
    tests: [`${audit}/{collect-evidence,former-marks,kept-marks,verify-pruned}.test.ts`],
  },
  "audit/sqlite": {
    files: [`${trail}/{sqlite-log,sqlite-audit,sql-trail,sql-pruner,audit-table,pinned-log}.ts`],
    tests: [
      `${audit}/{sinks,sqlite}.test.ts`,
      "packages/trail/test/attacks/09-audit-tampering.long.test.ts",
      "packages/trail/test/commands/{audit,prune}.test.ts",
    ],
  },
  "audit/event": {
    files: [`${trail}/cloud-event.ts`],
    tests: [`${audit}/cloud-event.test.ts`],
  },
};
