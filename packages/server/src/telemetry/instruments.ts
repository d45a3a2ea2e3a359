import { metrics, type Histogram, type ObservableCounter, type ObservableGauge } from "@opentelemetry/api";

/** Histograms in seconds, which need a meter provider of OpenTelemetry before the first call. */
export interface Instruments {
  /** Calls over MCP. Those with the attribute `proviso.failure` were refused or failed. */
  readonly mcpCalls: Histogram;
  /** Calls in process. */
  readonly calls: Histogram;
  /** From a question to the approval that a call used. */
  readonly approvals: Histogram;
  /** Until an audit record is durable. */
  readonly auditRecords: Histogram;
  readonly storeOperations: Histogram;
  /** Calls that wait in the inbox. */
  readonly waiting: ObservableGauge;
  /** Decisions that were too quick, or too many in a row. */
  readonly readAgain: ObservableCounter;
  /** Calls of the tool of the approval in the chat that were no click there. */
  readonly appRefused: ObservableCounter;
}

/** Bucket limits of the semantic conventions for `mcp.server.operation.duration`, in seconds. */
const callBuckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const personBuckets = [5, 10, 30, 60, 120, 300, 600, 1800, 3600, 14_400, 86_400];
const diskBuckets = [0.0001, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

export function instruments(): Instruments {
  const meter = metrics.getMeter("@proviso/server");
  const seconds = (name: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
    meter.createHistogram(name, { unit: "s", description, advice: { explicitBucketBoundaries } });
  return {
    mcpCalls: seconds("mcp.server.operation.duration", "Calls of tools over MCP.", callBuckets),
    calls: seconds("proviso.call.duration", "Calls of tools in process.", callBuckets),
    approvals: seconds(
      "proviso.approval.duration",
      "From a question to the approval that a call used.",
      personBuckets,
    ),
    auditRecords: seconds("proviso.audit.record.duration", "Until an audit record is durable.", diskBuckets),
    storeOperations: seconds("proviso.store.operation.duration", "Operations of the store.", diskBuckets),
    waiting: meter.createObservableGauge("proviso.approvals.waiting", {
      unit: "{call}",
      description: "Calls that wait in the inbox for a person.",
    }),
    readAgain: meter.createObservableCounter("proviso.approvals.read_again", {
      unit: "{decision}",
      description: "Decisions in the inbox that were too quick, or too many in a row.",
    }),
    appRefused: meter.createObservableCounter("proviso.approvals.app_refused", {
      unit: "{call}",
      description: "Calls that would have decided in the chat without a click there.",
    }),
  };
}
