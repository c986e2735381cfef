import type { calls as english } from '../../en/people/calls.ts'

export const calls: typeof english = {
  settings: {
    title: 'Quando alguém liga',
    about:
      'As ligações tocam no telefone. O Parley pode recusá-las, para que ninguém espere por uma resposta que não vem.',
    refuseAll: 'Recusar todas as ligações',
    message: 'Mensagem para quem ligou (opcional)',
    messageHint:
      'Enviada no máximo uma vez a cada 30 minutos à mesma pessoa. Ligações de grupos não recebem.',
    saved: 'Salvo',
  },
  list: {
    title: 'Ligações',
    none: 'Nenhuma ligação ainda',
    noneAbout: 'Aqui aparece quem liga para este número desde que ele foi conectado.',
    who: 'Quem ligou',
    what: 'O que aconteceu',
    when: 'Quando',
    messaged: 'recebeu a mensagem',
    refuse: 'Recusar',
    refused: 'A ligação foi recusada',
    more: 'Ligações mais antigas',
  },
  blocked: {
    title: 'Pessoas bloqueadas',
    about:
      'Bloqueadas no WhatsApp, aqui ou no telefone: não podem escrever nem ligar. Para só manter os fluxos longe de alguém, bloqueie a pessoa para os fluxos na caixa de entrada.',
    none: 'Ninguém está bloqueado.',
    block: 'Bloquear no WhatsApp',
    unblock: 'Desbloquear no WhatsApp',
    hint: 'Bloqueado no WhatsApp: nada do que envia chega, e nada pode ser enviado.',
    done: 'Bloqueado no WhatsApp',
    undone: 'Desbloqueado no WhatsApp',
  },
  kinds: { call: 'Ligação', video: 'Chamada de vídeo' },
  states: {
    ringing: 'Tocando agora',
    answered: 'Atendida no telefone',
    refused: 'Recusada',
    missed: 'Perdida',
  },
}
