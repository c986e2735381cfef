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
  mentions: 'Avisar de notas que me mencionam',
  contents: 'Mostrar o nome do contato e o que ele escreveu',
  contentsHint: 'Sem isso, só o número e que alguém espera.',
  email: 'Enviar e-mail quando ninguém responder ou uma nota me mencionar',
  emailNever: 'Nunca',
  emailAfter: (minutes) => (minutes === 60 ? 'Depois de uma hora' : `Depois de ${minutes} minutos`),
  emailHint:
    'Para o endereço da sua conta, no máximo um a cada dez minutos, com um link para cada conversa. Só o que começar a esperar, ou mencionar você, a partir de agora.',
  kinds: {
    waiting: 'Uma conversa espera você.',
    assigned: 'Uma conversa foi passada para você.',
    message: 'Há uma nova mensagem na sua conversa.',
    mention: 'Uma nota menciona você.',
  },
  device: 'Este aparelho',
  on: 'Receber notificações aqui',
  off: 'Parar aqui',
  isOn: 'Este aparelho recebe notificações.',
  isOff: 'Este aparelho não recebe nenhuma.',
  isPage: 'Este navegador avisa você enquanto houver uma página do Parley aberta nele.',
  pageOn: 'Só com o Parley aberto',
  always: 'Também com o Parley fechado',
  sound: 'Tocar um som neste navegador',
  soundHint:
    'Enquanto houver uma página do Parley aberta, depois de você clicar nela. Um som só, por mais páginas que estejam abertas.',
  denied:
    'Este navegador não permite notificações desta página. Permita nas configurações dele para esta página.',
  unsupported:
    'Este navegador não recebe notificações aqui. No iPhone, adicione o Parley à tela de início e abra por lá; nos outros, é preciso abrir por um endereço https.',
  unreached:
    'Este navegador não recebeu um endereço do seu serviço de push, então só avisa você com uma página do Parley aberta. Veja se o push está desativado nas configurações dele e tente de novo.',
  devices: (count) =>
    count === 1
      ? '1 dos seus aparelhos recebe notificações.'
      : `${count} dos seus aparelhos recebem notificações.`,
}
