import type { DemoStep } from "./step.ts";

const forbiddenWireName = { timeoutMs: 10_000 };

export const forbiddenDoesNotExist: DemoStep = {
  title: "A forbidden tool does not exist",
  text: "secrets.read_password has a contract, and it says: forbidden. So it is not listed, not in the generated client, and calling it past the guard is answered like any invented name.",
  async run({ mia, transcript, check }) {
    transcript.call("Mia", "secrets.read_password", { account: "admin" });
    const guarded = await mia.client.guard.call("secrets.read_password", { account: "admin" });
    if (!guarded.ok) transcript.refused(guarded.failure);
    const ask = (name: string) => mia.connection.callTool({ name, input: {}, meta: {} }, forbiddenWireName);
    const [forbidden, invented] = [await ask("secrets.read_password"), await ask("secrets.read_postcards")];
    const { tools } = await mia.client.guard.inspect();
    check("The guard knows no such tool.", !guarded.ok && guarded.failure.code === "unknown_tool");
    check("The server lists no such tool.", tools.get("secrets.read_password") === undefined);
    check(
      "Past the guard, the server's answer is the one for a tool that was never written.",
      forbidden.kind === "unknown_tool" &&
        JSON.stringify(forbidden) === JSON.stringify(invented).replace("read_postcards", "read_password"),
    );
  },
};
