import type { SendErrorWords } from '../send-errors.ts'

const until = (iso: string | null): string =>
  iso === null ? 'A rede não diz até quando.' : `Termina em ${iso}.`

export const sendErrors: SendErrorWords = {
  unknown: {
    ack_timeout: ({ withinMs }) =>
      `O servidor não confirmou a mensagem em ${withinMs} ms. Ela pode ter saído; os recibos dirão.`,
    connection_lost:
      'A conexão terminou antes de o servidor confirmar a mensagem. Ela pode ter saído; os recibos dirão.',
    connector_failed: 'A conexão falhou durante o envio.',
    expired: 'Saiu há mais de 24 horas e nunca foi confirmada.',
    flow_ended: 'Estava saindo, e o fluxo terminou antes da confirmação.',
    service_stopped: 'O serviço parou durante o envio desta mensagem. Um recibo mostrará se ela chegou.',
    outcome_not_stored:
      'Não foi possível guardar o que aconteceu com esta mensagem. Um recibo mostrará se ela chegou.',
    no_word_yet: 'Foi entregue à rede, e nada mostrou ainda se chegou.',
    cannot_be_repeated:
      'A primeira chamada pode ter enviado a mensagem, e agora não é possível enviar de novo.',
    cannot_be_asked:
      'O número não está conectado, então não é possível saber agora o que houve com a primeira chamada.',
    worker_silent: 'Não houve resposta a tempo.',
    reading_unconfirmed: 'Não houve resposta a tempo. Marcar como lida de novo não faz mal.',
    presence_unconfirmed: 'Não houve resposta a tempo. Tentar de novo não faz mal.',
  },
  sentBefore: (refusal) => `Uma tentativa anterior pode ter chegado à rede. ${refusal}`,
  refused: {
    479: 'O servidor não conseguiu ler a mensagem para este destinatário. Envie de novo mais tarde.',
    400: 'O servidor recusa a forma da mensagem.',
    403: 'Esta conta não pode escrever nesta conversa. Desbloqueie o contato, se estiver bloqueado; num grupo é preciso participar, e ser administrador onde só eles escrevem.',
    404: 'O servidor não conhece este destinatário.',
    429: 'O servidor recusa mais mensagens por agora. Envie mais devagar.',
  },
  refusedWith: (code) => `O servidor recusou a mensagem com o código ${code}.`,
  until,
  errors: {
    REFUSED_LATE: 'A rede recusou a mensagem depois de aceitá-la.',
    REACH_OUT_RESTRICTED: ({ until: iso }) =>
      `A rede não deixa esta conta escrever a pessoas novas. ${until(iso)}`,
    NEW_CHAT_LIMIT: ({ until: iso }) =>
      `A conta começou quase tantas conversas novas quanto a rede permite. Quem escreveu primeiro é respondido. ${until(iso)}`,
    NOT_CONNECTED: 'O número não está conectado. Nada foi enviado; envie de novo quando estiver.',
    NO_ANSWER: 'A rede não respondeu a tempo, então nada foi enviado. Envie de novo.',
    RECIPIENT_NOT_FOUND: ({ to }) => `${to} não está na rede. Confira o número com o código do país.`,
    NO_KEYS: ({ to }) =>
      `A rede não tem chaves de ${to} para cifrar. Nada foi enviado; envie de novo mais tarde.`,
    ENCRYPTION_FAILED: ({ why }) =>
      `Não foi possível cifrar a mensagem (${why}). Nada foi enviado; envie de novo.`,
    RECIPIENT_UNSUPPORTED: ({ to }) => `Não se envia a ${to}. Envie a uma pessoa ou a um grupo.`,
    BYTES_UNREADABLE: 'O conteúdo da mensagem não pode ser lido.',
    EXPIRED: 'Esperou mais de 24 horas e já não serve.',
    CANCELLED: 'O fluxo terminou antes que pudesse ser enviada.',
    NOT_AVAILABLE_YET: 'Este servidor não envia este tipo de mensagem.',
    READ_FAILED: 'A rede não aceitou as confirmações de leitura.',
    PRESENCE_FAILED: 'A rede não foi avisada.',
  },
  album: ({ sent, all, why }) => `Saíram ${sent} de ${all} itens. ${why}`,
}
