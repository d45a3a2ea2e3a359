// A host of MCP Apps in a page: the official bridge, with its view in a frame of another origin. Bundled by the test.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

interface Frame {
  src: string;
  readonly style: { height: string };
  readonly contentWindow: never;
  setAttribute(name: string, value: string): void;
}

/** What the page has, and what the test does for it. */
interface Page {
  readonly document: {
    createElement(name: "iframe"): Frame;
    readonly body: { replaceChildren(frame: Frame): void };
  };
  hostCall(params: object): Promise<never>;
  hostSaw(what: object): Promise<void>;
}

const side = globalThis as unknown as Page & {
  refusesMessages?: boolean;
  show?: (result: never) => Promise<void>;
};

/** Shows the view of a result, as hosts do. */
side.show = async (result) => {
  const { document } = side;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
  document.body.replaceChildren(frame);
  const view = frame.contentWindow;
  const capabilities = { serverTools: {}, openLinks: {}, message: { text: {} } };
  const bridge = new AppBridge(null, { name: "host", version: "1" }, capabilities, {
    hostContext: { theme: "dark" },
  });
  bridge.oncalltool = (params) => side.hostCall(params);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the bridge has no other way
  bridge.onmessage = async ({ content }) => {
    await side.hostSaw({ content });
    if (side.refusesMessages) throw new Error("no messages now");
    return {};
  };
  bridge.onopenlink = async ({ url }) => {
    await side.hostSaw({ url });
    return {};
  };
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`;
  };
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  await bridge.connect(new PostMessageTransport(view, view));
  frame.src = "http://view.example/";
  await ready;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
