import { expect } from "vitest";
import { answeredByPerson, createGuard } from "../src/index.ts";
import type { ConfirmAnswer, ConfirmRequest, CreateGuardOptions } from "../src/index.ts";
import type { ToolContract } from "@proviso/manifest";
import { manifestOf } from "./contract.ts";
import { fakeConnection, listed } from "./fake-connection.ts";

type Behaviour = Parameters<typeof fakeConnection>[1];

const retry = { retries: 2, minDelayMs: 0, maxDelayMs: 0 };

/** A guard over a fake server that lists exactly the pinned tool. */
export function over(tool: ToolContract, behaviour: Behaviour, options: CreateGuardOptions = {}) {
  const connection = fakeConnection([listed(tool)], behaviour);
  return {
    connection,
    guard: createGuard(connection, { manifest: manifestOf(tool), env: "test", retry, ...options }),
  };
}

/** Calls once; expects the failure code (or "ok") and how many calls reached the server. */
export async function check(
  { guard, connection }: ReturnType<typeof over>,
  name: string,
  expected: string,
  sent: number,
  input: object = {},
): Promise<void> {
  const result = await guard.call(name, input);
  expect(result.ok ? "ok" : result.failure.code).toBe(expected);
  expect(connection.calls.length).toBe(sent);
}

/** A person who approves whatever they are asked. */
export function yes(request: ConfirmRequest): Promise<ConfirmAnswer> {
  const phrase = request.kind === "call" && request.phrase ? { phrase: request.phrase } : {};
  return Promise.resolve(answeredByPerson(request, { yes: true, ...phrase }));
}
