import type { notifications as en } from '../../en/people/notifications.ts'

export const notifications: typeof en = {
  title: 'Notificações',
  body: 'A notificação chega aos seus aparelhos mesmo com o Parley fechado e leva à conversa.',
  conversations: 'Avise-me de',
  choices: {
    all: 'Toda conversa que espera uma pessoa',
    mine: 'As minhas e as que esperam e não são de ninguém',
    none: 'Nada',
  },
  contents: 'Mostrar o nome do contato e o que ele escreveu',
  contentsHint: 'Sem isso, só o número e que alguém espera.',
  device: 'Este aparelho',
  on: 'Receber notificações aqui',
  off: 'Parar aqui',
  isOn: 'Este aparelho recebe notificações.',
  isOff: 'Este aparelho não recebe nenhuma.',
  denied:
    'Este navegador não permite notificações desta página. Permita nas configurações dele para esta página.',
  unsupported:
    'Este navegador não recebe notificações aqui. No iPhone, adicione o Parley à tela de início e abra por lá; nos outros, é preciso abrir por um endereço https.',
  unreached:
    'Este navegador não recebeu um endereço do seu serviço de notificações. Veja nas configurações dele se elas estão desligadas e tente de novo.',
  devices: (count) =>
    count === 1
      ? '1 dos seus aparelhos recebe notificações.'
      : `${count} dos seus aparelhos recebem notificações.`,
}
