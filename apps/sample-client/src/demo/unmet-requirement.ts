import type { DemoStep } from "./step.ts";

export const unmetRequirement: DemoStep = {
  title: "A rocket stays on the ground",
  text: "rockets.launch lists six requirements. The server checks each by exact match, and names those that are not met, before a person is asked to type the phrase.",
  async run({ mia, transcript, person, check }) {
    const input = { rocketId: "rkt_kestrel", payload: "One weather satellite" };
    transcript.call("Mia", "rockets.launch", input);
    const askedBefore = person.timesAsked();
    const result = await mia.client.rockets.launch(input);
    if (!result.ok) transcript.refused(result.failure);
    const isUnmet = !result.ok && result.failure.code === "requirement_unmet";
    check(
      "The failure names the requirement that is not met.",
      isUnmet && JSON.stringify(result.failure).includes("state:weather.clear"),
    );
    check("Nobody was asked to approve it.", person.timesAsked() === askedBefore);
  },
};
