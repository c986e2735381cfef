import type { teamThread as en } from '../../en/people/team-thread.ts'

export const teamThread: typeof en = {
  viewing: (name) => `${name} está mirando`,
  typing: (name) => `${name} está escribiendo`,
  answering: (names) =>
    names.length === 1 ? `${names[0]} está respondiendo` : `${names.join(' y ')} están respondiendo`,
}
