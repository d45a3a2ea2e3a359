import { viewResult } from "../view/result.ts";
import { customerToDelete } from "./cast.ts";
import type { DemoStep } from "./step.ts";

export const deletionAccepted: DemoStep = {
  title: "The same call, accepted",
  text: "The person is asked once: when the server asks as well, the guard answers from this very approval, and from no other.",
  async run({ mia, transcript, person, check }) {
    const before = person.timesAsked();
    transcript.call("Mia", "customers.delete", customerToDelete);
    person.willAnswer({ approves: true, brief: true });
    const result = await mia.client.customers.delete(customerToDelete);
    transcript.shown(viewResult(result));
    check("It ran, and the person was asked exactly once.", result.ok && person.timesAsked() === before + 1);
    const gone = await mia.client.customers.get({ customerId: customerToDelete.customerId });
    check("The customer is gone.", !gone.ok && gone.failure.code === "customer_not_found");
  },
};
