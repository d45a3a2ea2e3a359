import type { DemoStep } from "./step.ts";

export const permissionDenied: DemoStep = {
  title: "What is not permitted is denied",
  text: "The guest may read, and nothing else.",
  async run({ open, transcript, check }) {
    const guest = await open("guest");
    const input = { text: "I was here.", projectId: "prj_0001" };
    const read = await guest.client.customers.list({});
    check("The guest can list customers.", read.ok);
    transcript.call("Guest", "notes.create", input);
    const result = await guest.client.notes.create(input);
    if (!result.ok) transcript.refused(result.failure);
    check(
      "Writing a note is denied: permission_denied.",
      !result.ok && result.failure.code === "permission_denied",
    );
  },
};
