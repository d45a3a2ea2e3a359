import { expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { CallRequest, CreateGuardOptions, WireTool } from "../src/index.ts";
import { contract, manifestOf, mode } from "./contract.ts";
import { done, fakeConnection } from "./fake-connection.ts";
import { yes } from "./harness.ts";

const read = contract({ name: "files.read", wireName: "read_file", failureModes: [mode("internal_error")] });

/** A guard with an overlay, over a server that lists the tool with what the two proposals add. */
function over(listed: Partial<WireTool>, options: CreateGuardOptions) {
  const { inputSchema, outputSchema = {} } = read;
  const connection = fakeConnection(
    [{ name: "read_file", inputSchema, outputSchema, meta: {}, ...listed }],
    () => done(),
  );
  const asked: CallRequest[] = [];
  const guard = createGuard(connection, {
    env: "test",
    confirm: (request) => {
      if (request.kind === "call") asked.push(request);
      return yes(request);
    },
    ...options,
  });
  return { guard, asked };
}

test("SEP-2487: requirements that the server lists count beside those of the contract", async () => {
  const execution = { requirements: ["env:production"] };
  const contracts = manifestOf({ ...read, requirements: ["auth:oauth2"] });
  const unmetWith = async (requirements: NonNullable<CreateGuardOptions["requirements"]>) => {
    const result = await over({ execution }, { contracts, requirements }).guard.call("files.read", {});
    return result.ok ? "ok" : result.failure.details?.["unmet"];
  };
  expect(await unmetWith({ "auth:oauth2": "met", "env:production": "unmet" })).toEqual(["env:production"]);
  // As the proposal says: with one that is unknown, the call is made as if there were none.
  expect(await unmetWith({ "auth:oauth2": "unmet" })).toBe("ok");
  expect(await unmetWith({})).toBe("ok");
});

test("SEP-1938: a tool that its server calls an agent asks, although the contract does not say so", async () => {
  const annotations = { agencyHint: true, readOnlyHint: true };
  const { guard, asked } = over({ annotations }, { contracts: manifestOf(read) });
  expect(await guard.call("files.read", {})).toMatchObject({ ok: true });
  expect(asked).toMatchObject([{ tool: "files.read", claims: { hints: { agencyHint: true } } }]);
  const agentic = manifestOf({ ...read, hints: { ...read.hints, agencyHint: true } });
  const known = over({ annotations }, { contracts: agentic });
  expect(await known.guard.call("files.read", {})).toMatchObject({ ok: true });
  expect(known.asked).toEqual([]);
});
