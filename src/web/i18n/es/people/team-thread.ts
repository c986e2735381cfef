import type { teamThread as en } from '../../en/people/team-thread.ts'

export const teamThread: typeof en = {
  viewing: (name) => `${name} está mirando`,
  typing: (name) => `${name} está escribiendo`,
  answering: (names) =>
    names.length === 1 ? `${names[0]} está respondiendo` : `${names.join(' y ')} están respondiendo`,
  answered: (name, time) =>
    name === null
      ? `Alguien respondió desde el teléfono a las ${time}: ¿enviar de todos modos?`
      : `${name} respondió a las ${time}: ¿enviar de todos modos?`,
  /** How the contact is now, under their name. */
  contact: {
    online: 'en línea',
    lastSeen: (time) => `últ. vez ${time}`,
    typing: 'escribiendo…',
    recording: 'grabando audio…',
  },
  answeredThere: 'Alguien más escribió en esa conversación mientras tanto. ¿Reenviar de todos modos?',
  sendAnyway: 'Enviar de todos modos',
  senders: {
    me: 'Tú',
    person: (name) => name ?? 'Alguien que se fue',
    key: (name) => (name === null ? 'Un programa' : `Clave: ${name}`),
    flow: (name) => (name === null ? 'Flujo' : `Flujo: ${name}`),
    campaign: (name) => (name === null ? 'Campaña' : `Campaña: ${name}`),
    phone: (_name) => 'Teléfono',
  },
}
