import type { teamThread as en } from '../../en/people/team-thread.ts'

export const teamThread: typeof en = {
  viewing: (name) => `${name} está olhando`,
  typing: (name) => `${name} está escrevendo`,
  answering: (names) =>
    names.length === 1 ? `${names[0]} está respondendo` : `${names.join(' e ')} estão respondendo`,
  answered: (name, time) =>
    name === null
      ? `Alguém respondeu pelo telefone às ${time}: enviar mesmo assim?`
      : `${name} respondeu às ${time}: enviar mesmo assim?`,
  /** How the contact is now, under their name. */
  contact: {
    online: 'online agora',
    lastSeen: (time) => `visto por último ${time}`,
    typing: 'digitando…',
    recording: 'gravando áudio…',
  },
  answeredThere: 'Outra pessoa escreveu nessa conversa enquanto isso. Encaminhar mesmo assim?',
  sendAnyway: 'Enviar mesmo assim',
  senders: {
    me: 'Você',
    person: (name) => name ?? 'Alguém que saiu',
    key: (name) => (name === null ? 'Um programa' : `Chave: ${name}`),
    flow: (name) => (name === null ? 'Fluxo' : `Fluxo: ${name}`),
    campaign: (name) => (name === null ? 'Campanha' : `Campanha: ${name}`),
    phone: (_name) => 'Celular',
  },
}
