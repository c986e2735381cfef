/** What a secret of flows may be called: `{{ secrets.NAME }}`. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
/** Where calls may take a secret: a name in lower case, `*.` and a name for all below it, or an address; no port and no path. */
export const SECRET_HOST = /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$|^\[[0-9a-f:.]+\]$/
export const MAX_SECRET_HOSTS = 20
export const MAX_SECRET_HOST_CHARS = 253
export const MAX_SECRET_VALUE_CHARS = 8_192

/** Whether calls to this host, as a URL names it, may take a secret with these hosts; null: one that goes anywhere. */
export function mayGoTo(hosts: readonly string[] | null, host: string): boolean {
  const given = host.toLowerCase()
  return hosts?.some((one) => (one.startsWith('*.') ? given.endsWith(one.slice(1)) : given === one)) ?? true
}
