import { customerToDelete } from "./cast.ts";
import type { DemoStep } from "./step.ts";

export const deletionDeclined: DemoStep = {
  title: "A destructive call asks, and is declined",
  text: "The guard makes the dry run, shows everything that is to be approved, and accepts only a person's answer. A critical tool needs a phrase that names this very request.",
  async run({ mia, transcript, person, check }) {
    transcript.call("Mia", "customers.delete", customerToDelete);
    person.willAnswer({ approves: false });
    const result = await mia.client.customers.delete(customerToDelete);
    if (!result.ok) transcript.refused(result.failure);
    check("The call was declined.", !result.ok && result.failure.code === "declined_by_person");
    const still = await mia.client.customers.get({ customerId: customerToDelete.customerId });
    check("Nothing changed: the customer is still there.", still.ok);
  },
};
