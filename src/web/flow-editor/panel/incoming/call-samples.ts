const PREFIX = 'parley.call.'

/** A call of a trigger.webhook as JSON text: `{body, query, headers}`; kept by this browser for each node of a flow. */
export function readCallSample(flowId: string, nodeId: string): string | null {
  try {
    return localStorage.getItem(`${PREFIX}${flowId}.${nodeId}`)
  } catch {
    return null
  }
}

export function keepCallSample(flowId: string, nodeId: string, sample: string): void {
  try {
    localStorage.setItem(`${PREFIX}${flowId}.${nodeId}`, sample)
  } catch {
    // Without storage there is no sample to begin with.
  }
}

interface KeptCall {
  body: string
  query: Record<string, unknown>
  headers: Record<string, unknown>
}

/** What came in, as the simulator takes it; null for a body that is no JSON or was cut. */
export function toCallSample({ body, query, headers }: KeptCall): string | null {
  try {
    const told = Object.entries(headers).filter(([, value]) => value !== '***')
    return JSON.stringify({ body: JSON.parse(body), query, headers: Object.fromEntries(told) }, null, 2)
  } catch {
    return null
  }
}
