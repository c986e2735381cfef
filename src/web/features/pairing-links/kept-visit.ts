const NAME = 'parley.pairing-visit'

/** What this tab opened the link with; null when it did not. A frame of another site may have no storage. */
export function readVisit(token: string): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('token' in kept && 'visit' in kept)) return null
    return kept.token === token && typeof kept.visit === 'string' ? kept.visit : null
  } catch {
    return null
  }
}

/** Keeps it over a reload of the page, and not longer than the tab is open. */
export function keepVisit(token: string, visit: string | null): void {
  try {
    if (visit === null) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, JSON.stringify({ token, visit }))
  } catch {
    // Without storage the link is lost with a reload, which the page then says.
  }
}
