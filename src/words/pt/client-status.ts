import type { statusCodes as englishCodes, statusNames as englishNames } from '../en/client-status.ts'

export const statusCodes: typeof englishCodes = {
  STOPPED: { sentence: 'Está em pausa.', action: 'Conecte para continuar.' },
  STARTING: { sentence: 'Está se conectando ao WhatsApp.', action: null },
  QR_WAITING: { sentence: 'Um código QR espera ser escaneado.', action: 'Escaneie-o com o telefone.' },
  CODE_WAITING: {
    sentence: 'Um código espera ser digitado no telefone.',
    action: 'Digite-o em Aparelhos conectados, onde se conecta com o número de telefone.',
  },
  PAIRING_REJECTED: {
    sentence: 'Não foi possível verificar a assinatura do pareamento, então este aparelho não foi conectado.',
    action: 'Conecte de novo e escaneie o novo código. Remova o aparelho no telefone se ele aparecer lá.',
  },
  QR_EXPIRED: {
    sentence: 'Ninguém escaneou o código QR a tempo.',
    action: 'Conecte de novo para ter outro código.',
  },
  PAIRED: { sentence: 'O número está vinculado; a conexão está sendo preparada.', action: null },
  CONNECTED: { sentence: 'O número está conectado.', action: null },
  CONNECTION_LOST: { sentence: 'A conexão caiu; ele se reconecta sozinho.', action: null },
  PROXY_FAILED: {
    sentence: 'O proxy do número não deixa passar nada; ele continua tentando, nunca por fora do proxy.',
    action: 'Se durar, verifique o proxy ou dê outro ao número.',
  },
  NETWORK_UNAVAILABLE: {
    sentence: 'A rede não responde; tenta-se de novo, com pausas crescentes.',
    action: 'Se durar, verifique a conexão do servidor.',
  },
  REPLACED: {
    sentence: 'Outra sessão deste aparelho assumiu a conexão.',
    action: 'Pare a outra e conecte este número de novo.',
  },
  IMPORT_PENDING: {
    sentence: 'Uma sessão importada espera o primeiro login; se ele falhar, nada dela fica guardado.',
    action: 'Pare o lugar de onde ela vem e depois conecte este número.',
  },
  IMPORT_REFUSED: {
    sentence:
      'A rede não conhece o aparelho da sessão importada, então nada dela foi guardado: o telefone o removeu, ele saiu da conta no lugar de onde vem, ou é de outra rede.',
    action: 'Conecte o número e escaneie o código QR para vincular, ou importe outra sessão.',
  },
  IMPORT_CONFLICT: {
    sentence: 'O lugar de onde esta sessão veio ainda a usa e tomou a conexão.',
    action: 'Pare-o de vez, sem sair da conta lá, e conecte este número de novo.',
  },
  DEVICE_REMOVED: {
    sentence:
      'Este aparelho foi retirado da conta, no telefone ou pela rede; ele se conecta mais uma vez para saber qual dos dois.',
    action: null,
  },
  REMOVED_RESTRICTED: {
    sentence:
      'A rede restringiu esta conta e retirou dela este aparelho, como faz com aparelhos que toma por não oficiais.',
    action:
      'Espere até o telefone não mostrar mais restrição; depois conecte ou reconecte aqui e escaneie o código QR, se aparecer um.',
  },
  LOGGED_OUT: {
    sentence: 'O telefone removeu este aparelho.',
    action:
      'Conecte o número e escaneie um novo código para vincular. Se ninguém o removeu, veja antes no telefone se há uma restrição.',
  },
  REACH_OUT_RESTRICTED: {
    sentence:
      'Conectado, mas por enquanto a rede não deixa esta conta escrever a pessoas novas. As conversas continuam.',
    action: 'Espere o fim da restrição; escreva só a quem escreveu primeiro.',
  },
  NEW_CHAT_LIMIT: {
    sentence:
      'Conectado, mas a conta já iniciou quase todas as conversas novas que a rede permite e, por enquanto, não escreve a pessoas novas. As conversas continuam.',
    action: 'Espere o próximo período; as últimas conversas deste ficam para o telefone.',
  },
  RESTRICTED: {
    sentence: 'A rede restringiu esta conta.',
    action: 'Espere o fim da restrição; responda só a quem escreveu primeiro.',
  },
  FORBIDDEN: {
    sentence: 'A rede recusa esta conta.',
    action: 'Abra o WhatsApp no telefone para ver se a conta foi banida.',
  },
  PASSKEY_REQUIRED: {
    sentence: 'A rede pede a chave de acesso da conta antes de conectar este aparelho.',
    action: 'Assine com ela na página da própria rede e traga o resultado para cá.',
  },
  PASSKEY_ANSWERED: {
    sentence: 'A chave de acesso foi aceita; falta o telefone.',
    action: 'Deixe o WhatsApp aberto no telefone.',
  },
  PASSKEY_CONFIRM: {
    sentence: 'O telefone mostra um código que tem de ser comparado.',
    action: 'Compare-o com o que aparece aqui e confirme que os dois são iguais.',
  },
  PASSKEY_FAILED: {
    sentence: 'A chave de acesso não foi confirmada, então este aparelho não foi conectado.',
    action: 'Conecte de novo e escaneie o novo código.',
  },
  OUTDATED: {
    sentence: 'A rede recusa esta versão da conexão; versões mais novas são tentadas automaticamente.',
    action: 'Se continuar, um operador deve ver a versão web na página do sistema ou atualizar o Parley.',
  },
  SESSION_EXPORTED: {
    sentence:
      'A sessão foi exportada e pode estar em uso em outro lugar; por isso o número fica em pausa aqui.',
    action: 'Retome a sessão nas configurações quando nenhum outro lugar a usar e conecte.',
  },
  START_FAILED: {
    sentence: 'Não foi possível conectar.',
    action: 'Veja a causa no histórico e conecte de novo.',
  },
}

export const statusNames: typeof englishNames = {
  stopped: 'Em pausa',
  starting: 'Conectando',
  pairing: 'Esperando o telefone',
  connected: 'Conectado',
  reconnecting: 'Reconectando',
  restricted: 'Restrito',
  logged_out: 'Desvinculado',
  passkey_required: 'Chave necessária',
  failed: 'Falhou',
}
