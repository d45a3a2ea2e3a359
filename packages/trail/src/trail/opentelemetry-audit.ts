import { logs, SeverityNumber, type AnyValue, type LoggerProvider } from "@opentelemetry/api";
import type { AuditSink } from "@proviso/server";
import { toEvent } from "./cloud-event.ts";

export interface OpenTelemetryAuditOptions {
  /** Defaults to the host's global one. */
  readonly loggerProvider?: LoggerProvider;
  /** Names the source of the events. Defaults to "main". */
  readonly writer?: string;
}

/**
 * Writes entries as OpenTelemetry log records, in the trace of their call, with the attributes for
 * CloudEvents. A log record is not known to be durable: use it for copies, with `teeAudit`.
 */
export function openTelemetryAudit({
  loggerProvider = logs,
  writer = "main",
}: OpenTelemetryAuditOptions = {}): AuditSink {
  const logger = loggerProvider.getLogger("@proviso/server");
  return {
    async append(entry) {
      const { id, source, type, subject, specversion, time } = toEvent(entry, writer);
      const { time: _time, traceparent: _trace, ...body } = entry;
      const isBad = entry.failure !== undefined || entry.fault !== undefined;
      logger.emit({
        eventName: type,
        timestamp: new Date(time),
        severityNumber: isBad ? SeverityNumber.WARN : SeverityNumber.INFO,
        severityText: isBad ? "WARN" : "INFO",
        body: body as AnyValue,
        attributes: {
          "cloudevents.event_id": id,
          "cloudevents.event_source": source,
          "cloudevents.event_spec_version": specversion,
          "cloudevents.event_type": type,
          ...(typeof subject === "string" && { "cloudevents.event_subject": subject }),
        },
      });
    },
    close: async () => {},
  };
}
