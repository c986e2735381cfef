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
}
