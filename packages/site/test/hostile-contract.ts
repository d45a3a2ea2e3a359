/** Closes every possible surrounding element, and would then run. */
export const hostile = `</title></style></script>--><script>globalThis.hostile = 1</script><img src=x onerror="globalThis.hostile = 1">'"`;
/** As a JSON or YAML text. */
export const quoted = JSON.stringify(hostile);

/** Every free text of the contract is hostile. */
export const hostileContract = `
proviso: 1
domain: mail
description: ${quoted}
permissions:
  mail:send: ${quoted}
failureModes:
  blocked: { description: ${quoted}, retry: never }
tools:
  send:
    title: ${quoted}
    description: ${quoted}
    category: mail
    riskLevel: critical
    stepUpAuth: { never: true, reason: ${quoted} }
    inputSchema:
      to: { type: string, description: ${quoted}, maxLength: 200 }
    outputSchema: { id: string }
    permissions: [mail:send]
    sideEffects: [{ sends: ${quoted} }]
    auditEvent: mail.sent
    failureModes: [blocked]
    idempotency: { key: [to], ttl: 1h, onRepeat: ${quoted} }
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    metadata: { ${quoted}: ${quoted} }
    examples: [{ title: ${quoted}, input: { to: ${quoted} } }]
    owner: ${quoted}
    deprecated: { reason: ${quoted} }
`;
