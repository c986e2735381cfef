import type { entries as en } from '../../en/people/entries.ts'

const untilPart = (until: string): string => (until ? `; os fluxos ficam em pausa até ${until}` : '')

export const entries: typeof en = {
  me: 'Você',
  toMe: 'você',
  gone: 'alguém que saiu',
  departmentGone: 'que não existe mais',
  notes: {
    choose: 'O que você escreve',
    toContact: 'Mensagem',
    toTeam: 'Nota',
    shortcut: 'Alt+N: mensagem ou nota',
    write: 'Escrever uma nota',
    placeholder: 'Uma nota para a equipe. O contato não vê. @ menciona alguém.',
    save: 'Salvar nota',
    members: 'Membros',
    label: 'Nota para a equipe',
    edited: 'alterada',
    actions: 'O que fazer com a nota',
    edit: 'Alterar',
    remove: 'Apagar',
  },
  actors: {
    person: (name) => name ?? 'Alguém que saiu',
    key: (name) => (name === null ? 'Um programa' : `A chave “${name}”`),
    flow: (name) => (name === null ? 'Um fluxo' : `O fluxo “${name}”`),
    phone: (_name) => 'O telefone',
    contact: (_name) => 'O contato',
    system: (_name) => 'Parley',
  },
  lines: {
    assigned: ({ who, whom, isSelf, department }) => {
      if (whom === null) return `${who} passou a conversa ao departamento ${department}`
      if (department !== null)
        return `${who} passou a conversa ao departamento ${department}: está com ${whom}`
      return isSelf ? `${who} ficou com a conversa` : `${who} atribuiu a conversa a ${whom}`
    },
    unassigned: ({ who, whom, by, isSelf }) => {
      if (by === 'system') return `A conversa ficou sem responsável: ${whom} saiu da equipe`
      return isSelf ? `${who} deixou a conversa sem responsável` : `${who} tirou a conversa de ${whom}`
    },
    resolved: ({ who }) => `${who} resolveu a conversa`,
    reopened: ({ who, by }) =>
      by === 'contact' ? 'O contato escreveu: a conversa está aberta de novo' : `${who} reabriu a conversa`,
    snoozed: ({ who, until }) => `${who} adiou a conversa até ${until}`,
    snooze_ended: () => 'O adiamento acabou: a conversa espera por uma pessoa',
    taken_over: ({ who, by, until }) =>
      `${by === 'phone' ? 'Alguém escreveu pelo telefone e assumiu' : `${who} assumiu a conversa`}${untilPart(until)}`,
    given_back: ({ who, by }) =>
      by === 'flow' ? `${who} retomou a conversa` : `${who} devolveu a conversa aos fluxos`,
    needs_person: ({ who, by }) =>
      by === 'flow'
        ? `${who} passou a conversa adiante: precisa de uma pessoa`
        : `${who} marcou que a conversa precisa de uma pessoa`,
    label_added: ({ who, label }) => `${who} colocou a etiqueta “${label}”`,
    label_removed: ({ who, label }) => `${who} tirou a etiqueta “${label}”`,
    call_missed: ({ isVideo }) => `${isVideo ? 'Chamada de vídeo perdida' : 'Ligação perdida'}`,
    call_refused: ({ who, by, isVideo }) => {
      const call = isVideo ? 'chamada de vídeo' : 'ligação'
      return by === 'phone' ? `Uma ${call} foi recusada no telefone` : `${who} recusou uma ${call}`
    },
    call_answered: ({ isVideo }) =>
      `Uma ${isVideo ? 'chamada de vídeo' : 'ligação'} foi atendida no telefone`,
    chat_cleared: ({ who, by }) =>
      by === 'phone' ? 'A conversa foi limpa no telefone' : `${who} limpou a conversa no WhatsApp`,
    chat_deleted: ({ who, by }) =>
      by === 'phone' ? 'A conversa foi apagada no telefone' : `${who} apagou a conversa no WhatsApp`,
  },
}
