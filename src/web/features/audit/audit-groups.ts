/** Groups that people take for one. */
const ONE: Readonly<Record<string, string>> = {
  proxy: 'proxies',
  invitations: 'users',
  sessions: 'users',
  'pairing-link': 'clients',
  evaluations: 'flows',
  calls: 'clients',
  status: 'clients',
}

/** Under which heading an operation stands in the choice of actions. */
export function groupOf(operation: string): string {
  const [group = ''] = operation.split('.')
  return ONE[group] ?? group
}
