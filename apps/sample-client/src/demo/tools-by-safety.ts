import { viewTools } from "../view/tools.ts";
import type { DemoStep } from "./step.ts";

export const toolsBySafety: DemoStep = {
  title: "Tools by safety",
  text: "Every tool carries its whole contract. Its hints are derived from its side effects, so the list can be trusted as far as the server is the one this client was built for.",
  async run({ mia, transcript, check }) {
    const { tools, drift } = await mia.client.guard.inspect();
    transcript.shown(viewTools(tools, "safety"));
    check("The server's contracts are exactly those this client was generated from.", drift.length === 0);
    check("Every tool is classified.", tools.filter({ safety: "unclassified" }).tools.length === 0);
  },
};
