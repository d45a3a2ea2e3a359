import type { EvidenceRule } from "./evidence.ts";

const hooks: ReadonlySet<string> = new Set("webhook webhooks callback callbacks hook hooks".split(" "));
const hookArguments =
  /^(?:.*_)?(?:webhook|callback|notification|notify|delivery|forward)_(?:ur[il]|endpoint)$/;
const addresses = /^(?:.*_)?(?:ur[il]|host|hostname|endpoint)$/;

/** A call that reaches the address in an argument; later events follow where it registers one: data leaves. */
export const reachesAnAddress: EvidenceRule = {
  name: "reaches-an-address",
  find({ words, isRead, everyName }) {
    if (isRead) return [];
    const address = everyName.find((name) => addresses.test(name));
    const hook = address === undefined ? undefined : words.find((word) => hooks.has(word));
    const sent = hook ?? everyName.find((name) => hookArguments.test(name));
    if (sent !== undefined)
      return [
        {
          reason: `sends data to the address of a \`${sent}\``,
          level: "critical",
          effect: "sends",
          reversible: false,
          external: true,
        },
      ];
    return address === undefined
      ? []
      : [{ reason: `is given the address \`${address}\``, level: "high", reversible: false, external: true }];
  },
};
