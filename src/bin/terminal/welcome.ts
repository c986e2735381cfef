/** What somebody at a terminal reads once the service runs: where to go, and what happens there. */
export function describeStart(url: string, hasAccount: boolean): string[] {
  const first = hasAccount
    ? `Sign in at ${url}`
    : `Open ${url} in your browser. The first visit makes the owner's account: a name, an e-mail address, a password.`
  return [
    '',
    'Parley runs here.',
    first,
    'Ctrl+C stops it. What came in meanwhile is answered at the next start.',
    '',
  ]
}
