export const whatsapp = {
  title: 'No WhatsApp',
  hint: 'Como o telefone mostra a conversa. O que sua equipe faz com ela não muda.',
  archived: { no: 'Arquivar', yes: 'Arquivada' },
  pinned: { no: 'Fixar', yes: 'Fixada' },
  muted: { no: 'Silenciar', yes: 'Silenciada' },
  muteFor: { hours8: 'Por 8 horas', week: 'Por uma semana', always: 'Até eu reativar' },
  unread: { no: 'Marcar como não lida', yes: 'Marcada como não lida' },
  older: 'Buscar mensagens antigas no telefone',
  asked: 'O telefone foi consultado. Ele responde quando estiver online.',
  failed: 'O telefone não respondeu. Abra o WhatsApp nele e tente de novo.',
  noOlder: 'O telefone não tem mensagens mais antigas.',
  more: 'Mostrar mais',
  starredTitle: 'Mensagens favoritas',
  starredHint: 'Favoritadas no telefone ou aqui; ninguém mais vê.',
  noStarred: 'Nenhuma favorita',
  noStarredBody: 'Favorite uma mensagem pelo menu dela ou no telefone, e ela aparece aqui.',
  moreActs: 'Mais ações com a conversa no WhatsApp',
  removal: {
    clear: {
      choose: 'Limpar a conversa no WhatsApp …',
      title: 'Limpar a conversa no WhatsApp?',
      body: 'As mensagens saem do telefone e de todos os aparelhos conectados, para sempre. A outra pessoa fica com as dela.',
      action: 'Limpar a conversa',
    },
    delete: {
      choose: 'Apagar a conversa no WhatsApp …',
      title: 'Apagar a conversa no WhatsApp?',
      body: 'A conversa e as mensagens saem do telefone e de todos os aparelhos conectados, para sempre. A outra pessoa fica com as dela.',
      action: 'Apagar a conversa',
    },
  },
  keepStarred: 'Manter as favoritas',
  deleteHere: 'Apagar as mensagens também no Parley',
  deleteHereHint: 'Sem isso elas ficam aqui, como registro da sua equipe.',
  label: 'Etiqueta no WhatsApp',
  labels: 'Etiquetas no WhatsApp',
  hasLabel: 'A conversa tem',
  noLabels:
    'Este número ainda não tem etiquetas no WhatsApp. As listas de contas pessoais também são etiquetas.',
  manageLabels: 'Mudar as etiquetas do WhatsApp …',
  labelsTitle: 'Etiquetas no WhatsApp',
  labelsHint:
    'As deste número, como o telefone mostra: no máximo 20. As etiquetas da sua equipe são outras. Vincule duas, e o que ganha uma ganha a outra.',
  link: {
    field: 'Vinculada a',
    of: (name: string) => `Etiqueta da equipe vinculada a ${name}`,
    with: (name: string) => `Vinculada a “${name}” da sua equipe`,
    none: 'nenhuma etiqueta da equipe',
    newOne: (name: string) => `uma nova etiqueta “${name}”`,
    title: (whatsapp: string, team: string) =>
      `Vincular “${whatsapp}” do WhatsApp a “${team}” da sua equipe?`,
    body: 'A partir daí, a conversa que ganha ou perde uma ganha ou perde a outra, aqui e no telefone. Agora, o que tem uma das duas ganha ambas; nada é retirado.',
    both: (count: number) => (count === 1 ? 'Uma conversa tem as duas.' : `${count} conversas têm as duas.`),
    toWhatsapp: (count: number) =>
      count === 1
        ? 'Uma conversa ganha a etiqueta no WhatsApp.'
        : `${count} conversas ganham a etiqueta no WhatsApp.`,
    toConversations: (count: number) =>
      count === 1
        ? 'Uma conversa ganha a etiqueta da equipe.'
        : `${count} conversas ganham a etiqueta da equipe.`,
    later: (count: number) =>
      count === 1
        ? 'Uma conversa do telefone não tem mensagem aqui; ela ganha a etiqueta com a primeira.'
        : `${count} conversas do telefone não têm mensagem aqui; elas ganham a etiqueta com a primeira.`,
    made: (name: string, count: number) =>
      `A etiqueta “${name}” é criada para a sua equipe e posta em ${count === 1 ? 'uma conversa' : `${count} conversas`}.`,
    action: 'Vincular',
    endTitle: (name: string) => `Desfazer o vínculo de “${name}”?`,
    endBody: 'As duas etiquetas ficam onde estão. A partir daí, nenhuma segue a outra.',
    end: 'Desfazer o vínculo',
    waiting: (count: number) =>
      count === 1
        ? 'Uma mudança ainda está a caminho do telefone.'
        : `${count} mudanças ainda estão a caminho do telefone.`,
    failed: (count: number) =>
      count === 1 ? 'O WhatsApp não aceitou uma mudança.' : `O WhatsApp não aceitou ${count} mudanças.`,
    again: 'Tentar de novo',
  },
  labelledMessages: (count: number) => (count === 1 ? 'uma mensagem' : `${count} mensagens`),
  onChats: (count: number) => (count === 1 ? 'Em uma conversa' : `Em ${count} conversas`),
  colour: (at: number) => `Cor ${at}`,
  colourOf: (name: string) => `Cor de ${name}`,
  nameOf: (name: string) => `Nome de ${name}`,
  newLabel: 'Nova etiqueta',
  addLabel: 'Adicionar',
  removeLabel: (name: string) => `Apagar ${name}`,
  removeLabelTitle: (name: string) => `Apagar a etiqueta “${name}” no WhatsApp?`,
  removeLabelBody: 'Ela sai de todas as conversas e mensagens que a têm, no telefone também.',
  removeLabelAction: 'Apagar a etiqueta',
}
