import type { channels as en } from '../../../en/editor/fields/channels.ts'

export const channels: typeof en = {
  fields: { channel: 'Canal', background: 'Cor do fundo' },
  hints: {
    'channel.post.channel':
      'O endereço dele, na página do número, em Canais; o número do fluxo precisa ser dono ou administrador.',
    'channel.post.text': 'Com um arquivo, fica embaixo dele. Mensagens de voz e áudios não levam texto.',
    'status.post.text': 'Com uma foto ou um vídeo, fica embaixo. No máximo 700 caracteres.',
    'status.post.background': 'Como #1f6e5c; atrás de um texto ou de uma gravação.',
    'status.post.url': 'Uma foto, um vídeo ou uma gravação em vez de só um texto.',
  },
  /** The channels of the flow's number, to choose from. */
  pick: {
    label: 'Canais do número',
    other: 'Outro endereço',
    loading: 'Lendo os canais do número…',
    failed: 'Não foi possível ler os canais do número. Escreva o endereço.',
    none: 'O número não administra nenhum canal. Crie um na página dele, em Canais.',
    anyNumber: 'Coloque o fluxo em um número para escolher entre os canais dele.',
  },
}
