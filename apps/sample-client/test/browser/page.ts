/** A web page with an agent's tool call in it: the guard, the generated client and a person at two buttons. */
import { createBackofficeClient } from "@backoffice/client";
import type { BackofficeClient } from "@backoffice/client";
import { StreamableHTTPClientTransport as HttpTransport2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as HttpTransport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { answeredByPerson } from "@proviso/client";
import type { Confirm, McpConnection } from "@proviso/client";
import { connectMcpClient as connect1 } from "@proviso/client/mcp";
import { connectMcpClient as connect2 } from "@proviso/client/mcp2";

function element<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Shows the request, and takes the answer where the person gives it. */
const confirm: Confirm = (request) => {
  element("#request").textContent = JSON.stringify(request, undefined, 2);
  element<HTMLDialogElement>("dialog").showModal();
  return new Promise((resolve) => {
    const answer = (yes: boolean) => (): void => {
      const phrase = element<HTMLInputElement>("#phrase").value;
      element<HTMLDialogElement>("dialog").close();
      resolve(answeredByPerson(request, { yes, phrase }));
    };
    element("#yes").addEventListener("click", answer(true), { once: true });
    element("#no").addEventListener("click", answer(false), { once: true });
  });
};

function connect(sdk: string, url: URL, token: string): Promise<McpConnection> {
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
  return sdk === "2"
    ? connect2(new HttpTransport2(url, options))
    : connect1(new HttpTransport1(url, options) as Parameters<typeof connect1>[0]);
}

async function start(): Promise<BackofficeClient> {
  const given = new URLSearchParams(location.search);
  const url = new URL(given.get("server") ?? "");
  const connection = await connect(given.get("sdk") ?? "", url, given.get("token") ?? "");
  return createBackofficeClient(connection, { env: "test", confirm });
}

try {
  Object.assign(globalThis, { backoffice: await start() });
  element("#state").textContent = "ready";
} catch (error) {
  element("#state").textContent = `failed: ${String(error)}`;
}
