import { callOf } from "../observe/observe-tool.ts";
import type { Claim } from "./claim.ts";

/** The text that a person is shown: what it says of the tool is what the server said of it. */
export const question: Claim = {
  kind: "question",
  rows: [
    {
      place: "question",
      says: /^[^]*$/,
      means: "the server's question has the same lines about the tool",
      isTrue({ seen }, [shown]) {
        const { message } = callOf(seen, "plain").asked ?? {};
        const facts = /\nWhat it does:\n[^]*?\n\n/.exec(shown)?.[0];
        return message === undefined || facts === undefined ? undefined : message.includes(facts);
      },
    },
  ],
};
