import { escapeText } from "@proviso/manifest";
import type { Principal } from "../../api/outcome.ts";
import { identityOf } from "../../canonical/identity.ts";
import { outage, type Outage } from "../../stores/outage.ts";

/** Reports to an operator when requests of a principal begin to be refused because too much waits for it, and when they are served again. */
export interface UnreadReport {
  refused(principal: Principal): Promise<void>;
  served(principal: Principal): Promise<void>;
}

export function unreadReport(maxBytes: number): UnreadReport {
  const outages = new Map<string, Outage>();
  return {
    async refused(principal) {
      const identity = identityOf(principal);
      const known = outages.get(identity) ?? outageOf(principal, identity);
      outages.set(identity, known);
      const tooMuch = new Error(
        `more than ${maxBytes} bytes wait there, most likely answers that are not read`,
      );
      await known.read(() => Promise.reject(tooMuch)).catch(() => {});
    },
    async served(principal) {
      await outages.get(identityOf(principal))?.write(async () => {});
    },
  };
}

function outageOf({ id, kind }: Principal, identity: string): Outage {
  return outage({
    resource: `http ${identity}`,
    what: `the HTTP endpoint for ${kind} ${escapeText(id)}`,
    remedy: () => "find out why its clients do not read",
  });
}
