import { hash } from "node:crypto";
import { manifest } from "@backoffice/client";
import { answeredByPerson, createGuard } from "@proviso/client";
import type {
  ConfirmRequest,
  Guard,
  JsonObject,
  McpConnection,
  WireCall,
  WireResult,
  WireTool,
} from "@proviso/client";
import { toolDefinition, type ToolContract } from "@proviso/manifest";
import type { ClientHost } from "../src/session/session.ts";

/** As a server lists it. */
export function listed(tool: ToolContract): WireTool {
  const sha256 = (text: string): Uint8Array => hash("sha256", text, "buffer");
  const { _meta: meta, ...shown } = toolDefinition(tool, manifest.wireNames, sha256);
  return structuredClone({ ...shown, meta }) as unknown as WireTool;
}

/** A server that lists the real contracts and answers every call by `answer`. */
export function fakeServer(
  answer: (call: WireCall) => WireResult,
): McpConnection & { readonly calls: WireCall[] } {
  const calls: WireCall[] = [];
  const tools = manifest.tools.map(listed);
  return {
    calls,
    listTools: () => Promise.resolve(tools),
    callTool(call) {
      calls.push(call);
      return Promise.resolve(answer(call));
    },
    onElicitation: () => undefined,
    onToolsChanged: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** What `customers.get` returns. */
export const anna: JsonObject = {
  customer: {
    customerId: "cus_0001",
    name: "Anna",
    email: "anna@example.com",
    status: "active",
    createdAt: "2030-01-01T09:00:00Z",
  },
};

export function done(output: JsonObject): WireResult {
  return { kind: "completed", output, meta: {} };
}

/** A host whose output is kept. With `says`, there is a person who always says that. */
export function fakeHost(
  says?: boolean,
): ClientHost & { readonly outLines: string[]; readonly notes: string[] } {
  const [outLines, notes]: [string[], string[]] = [[], []];
  const confirm = (request: ConfirmRequest) => {
    const phrase = request.kind === "call" && request.phrase !== undefined ? { phrase: request.phrase } : {};
    return Promise.resolve(answeredByPerson(request, { yes: says === true, ...phrase }));
  };
  return {
    outLines,
    notes,
    person: says === undefined ? {} : { confirm },
    out: (text) => void outLines.push(text),
    note: (text) => void notes.push(text),
  };
}

export function guardFor(connection: McpConnection, host: ClientHost): Guard {
  const { confirm } = host.person;
  return createGuard(connection, { manifest, ...(confirm ? { confirm } : {}) });
}
