import type { EnforcingServer, InvokeOptions, Outcome, WaitingCalls } from "../../api/outcome.ts";
import { resultFor, type AppOfClient, type Capabilities, type ServedApp } from "../wire/app.ts";
import { readCallNotes } from "../wire/call-notes.ts";
import type { CallParams, ServedTools } from "../wire/discovery.ts";
import { progressLine, type ProgressLine, type ProgressWay } from "../wire/progress.ts";
import { stillWaiting, type ToolResult } from "../wire/result.ts";
import type { Senders } from "../wire/senders.ts";
import { answered, askAndInvoke, type SentAnswer } from "./ask-and-invoke.ts";
import { formRequest, opensLinks, readFormAnswer, type Declared } from "./form-elicitation.ts";
import { linkRequestOf2025, watchLink, type ApprovalLink, type Watch } from "./url-elicitation.ts";

/** A `tools/call` as either SDK passes it on. */
export interface CallRequest extends Omit<ProgressWay, "token"> {
  /** The server as the request sees it. */
  readonly here: EnforcingServer;
  /** What the SDK knows of the call. Its `_meta` says the rest. */
  readonly options: InvokeOptions & { readonly signal: AbortSignal };
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly declared: (Capabilities & { readonly elicitation?: Declared | undefined }) | undefined;
}

/** A call of a tool, by the name that is called. */
export interface IncomingCall {
  readonly name: string;
  readonly invocation: InvokeOptions;
  /** The app that shows the page of the call. */
  readonly shown: AppOfClient | undefined;
  readonly progress: ProgressLine | undefined;
  invoke(sent?: SentAnswer): Promise<Outcome>;
}

/** Answers what is no call of a tool, such as a search or a click in the app. Everything else is passed to `make`. */
export async function enterCall<Result>(
  { served, app }: { readonly served: ServedTools<unknown>; readonly app: ServedApp | undefined },
  given: CallParams,
  request: CallRequest,
  make: (call: IncomingCall) => Promise<Result>,
): Promise<Result | ToolResult> {
  const { here, options } = request;
  const appOfCall = app?.ofClient(request.declared);
  const clicked = appOfCall?.answer(given.name, given.arguments, options.principal);
  if (clicked) return clicked;
  const { params, answer } = served.enter(here, given, options.principal);
  if (answer) return answer;
  const { progressToken: token, ...notes } = readCallNotes(request.meta);
  const progress = progressLine({ ...request, token });
  const invocation = { ...notes, ...options, ...(progress && { onProgress: progress.onProgress }) };
  return make({
    name: params.name,
    invocation,
    // The host shows the page of a tool that it calls by its own name.
    shown: params === given ? appOfCall : undefined,
    progress,
    invoke: (sent) =>
      here.invoke(params.name, params.arguments ?? {}, sent ? answered(invocation, sent) : invocation),
  });
}

/** What a connection of MCP up to 2025-11-25 asks through. */
export interface LegacyAsking extends Pick<Watch, "connection"> {
  readonly waiting: WaitingCalls;
  readonly senders: Senders;
  /** Sends a question over the stream of the call. Rejects if it is not answered in time. */
  send(
    question: ReturnType<typeof formRequest> | ReturnType<typeof linkRequestOf2025>,
  ): Promise<{ readonly _meta?: unknown }>;
  isTimeout(error: unknown): boolean;
}

/** Makes a call of MCP up to 2025-11-25: questions and links are sent while the call waits. */
export async function legacyCall(
  { name, invocation, shown, progress, invoke }: IncomingCall,
  { declared, options: { signal } }: CallRequest,
  { waiting, senders, connection, send, isTimeout }: LegacyAsking,
): Promise<ToolResult> {
  const { principal } = invocation;
  const openLink = async (link: ApprovalLink): Promise<void> => {
    watchLink(link, { waiting, caller: principal, connection });
    // No answer of the client matters.
    await send(linkRequestOf2025(link)).catch(() => {});
  };
  const outcome = await askAndInvoke({
    invoke,
    ask: (question, state) =>
      send(formRequest(question)).then(
        (result) => ({ answer: { state, ...readFormAnswer(result) }, principal: senders.ofAnswer(result) }),
        (error) => ({ answer: { state, action: isTimeout(error) ? "timeout" : "error" }, principal }),
      ),
    ...(!shown?.shows(name) && opensLinks(declared?.elicitation) && { openLink }),
    signal,
    onProgress: progress?.onProgress,
  });
  await progress?.flush();
  return outcome.kind === "input_required" ? stillWaiting() : resultFor(shown, outcome, name, principal);
}
