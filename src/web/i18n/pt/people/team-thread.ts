import type { teamThread as en } from '../../en/people/team-thread.ts'

export const teamThread: typeof en = {
  viewing: (name) => `${name} está olhando`,
  typing: (name) => `${name} está escrevendo`,
  answering: (names) =>
    names.length === 1 ? `${names[0]} está respondendo` : `${names.join(' e ')} estão respondendo`,
}
