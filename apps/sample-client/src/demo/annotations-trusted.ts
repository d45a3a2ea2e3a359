import { createGuard } from "@proviso/client";
import type { Guard } from "@proviso/client";
import { createActivityView, refusedStyle } from "../session/activity.ts";
import { createOpenWorldLog } from "../session/open-world-log.ts";
import { viewTools } from "../view/tools.ts";
import { openForeignServer } from "./foreign-server.ts";
import type { DemoStage } from "./stage.ts";
import type { DemoStep } from "./step.ts";

export const annotationsTrusted: DemoStep = {
  title: "A server without contracts",
  text: "Somebody else's server has names and annotations, and nothing more. Its annotations are claims: every call asks, unless the host says that it relies on them.",
  async run(stage) {
    const { transcript, check } = stage;
    const { connection, calls } = await openForeignServer();
    try {
      const doubting = guardOver(stage, connection, false);
      transcript.shown(viewTools((await doubting.inspect()).tools, "safety"));
      const isAsked = (await doubting.review("list_orders", {})).kind === "ask";
      check("Even what calls itself a read would ask.", isAsked);
    } finally {
      await connection.close();
    }
    check("Nothing was sent.", calls.length === 0);
    await relyOnAnnotations(stage);
  },
};

/** Connects a host that trusts the annotations of the foreign server. */
async function relyOnAnnotations(stage: DemoStage): Promise<void> {
  const { transcript, person, check } = stage;
  const { connection, calls } = await openForeignServer();
  const guard = guardOver(stage, connection, true);
  const asked = person.timesAsked();
  try {
    transcript.call("Mia", "list_orders", {});
    const read = await guard.call("list_orders", {});
    transcript.call("Mia", "deliver_webhook", {});
    const sent = await guard.call("deliver_webhook", {});
    const isRetried = calls.filter((name) => name === "deliver_webhook").length === 2;
    check("The read ran; what is idempotent met a 503 and was sent again.", read.ok && sent.ok && isRetried);
    transcript.call("Mia", "cancel_subscription", {});
    person.willAnswer({ approves: false, brief: true });
    const cancelled = await guard.call("cancel_subscription", {});
    const isUnsent = !cancelled.ok && !calls.includes("cancel_subscription");
    check("What destroys asked, and was not sent.", isUnsent && person.timesAsked() === asked + 1);
  } finally {
    await connection.close();
  }
}

function guardOver(
  { transcript, person }: DemoStage,
  connection: Parameters<typeof createGuard>[0],
  trustAnnotations: boolean,
): Guard {
  return createGuard(connection, {
    env: "test",
    trustAnnotations,
    retry: { minDelayMs: 0 },
    ...(person.confirm ? { confirm: person.confirm } : {}),
    onActivity: createActivityView(transcript.shown, "test", refusedStyle),
    onOpenWorldCall: createOpenWorldLog(transcript.shown, undefined),
  });
}
