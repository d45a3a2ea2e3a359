/** A `traceparent` of W3C Trace Context. Anything else is ignored, as that standard asks. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(value);
}

/** A `tracestate` as long as that standard lets it be, in its characters; what is in it means nothing to us. */
export function isTracestate(value: unknown): value is string {
  return typeof value === "string" && value.length <= 512 && /^[\x20-\x7e]*$/.test(value);
}
