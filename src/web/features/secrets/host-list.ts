import { MAX_SECRET_HOST_CHARS, SECRET_HOST } from '../../../core/secret-hosts.ts'

export interface HostList {
  /** Each once, as they are stored. */
  hosts: string[]
  /** What was written and is no host. */
  wrong: string[]
}

/** What is pasted is often a whole address; of it only the host counts. */
function readHost(entry: string): string {
  if (!/^https?:\/\//i.test(entry) || !URL.canParse(entry)) return entry.toLowerCase()
  return new URL(entry).hostname
}

/** Hosts that somebody wrote, apart by lines, commas or spaces. */
export function parseHostList(text: string): HostList {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '')
  const isHost = (entry: string) => entry.length <= MAX_SECRET_HOST_CHARS && SECRET_HOST.test(entry)
  const hosts = entries.map(readHost)
  return {
    hosts: [...new Set(hosts.filter(isHost))],
    wrong: entries.filter((_, at) => !isHost(hosts[at] ?? '')),
  }
}
