import type { pairingLink as en } from '../../en/clients/pairing-link.ts'

const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`

export const pairingLink: typeof en = {
  send: 'Enviar um link ao dono do número',
  cardTitle: 'Outra pessoa conecta o telefone',
  dialogTitle: 'Um link para conectar o telefone em outro lugar',
  dialogBody:
    'O dono do número abre o link no próprio computador ou telefone e conecta a conta ali, sem ter uma conta aqui. A página mostra o seu nome, o seu e-mail e o nome deste número, e nada mais.',
  lives: 'O link vale por',
  livesFor: (count: number) => `${count} minutos`,
  make: 'Criar o link',
  madeTitle: 'O link está pronto',
  madeBody: (time: string) =>
    `Ele funciona no primeiro navegador que o abrir, até ${time} ou até o telefone ser conectado. Envie-o só ao dono do número: um link criado agora encerra o anterior.`,
  link: 'Link de pareamento',
  live: 'Link que ainda funciona',
  until: (time: string) => `até ${time}`,
  notOpened: 'Ainda não foi aberto',
  opened: (ago: string) => `Aberto ${ago}`,
  revoke: 'Encerrar o link',
  revoked: 'O link foi encerrado, e os códigos que ele mostrou não valem mais.',

  title: 'Conecte a sua conta do WhatsApp',
  asks: (name: string, email: string) => `${name} (${email}) pede que você conecte a sua conta do WhatsApp.`,
  purpose: (client: string, host: string) =>
    `Ela passa a ser “${client}” no serviço de mensagens em ${host}, como mais um aparelho conectado ao seu telefone.`,
  gives:
    'O serviço, e quem o opera para você, poderá ler as mensagens desta conta e enviar mensagens em nome dela.',
  ends: 'Você encerra isso quando quiser no telefone: Configurações, Aparelhos conectados, e desconecte o aparelho.',
  warning: (name: string) =>
    `Continue só se você conhece ${name}, esperava este link e a conta é sua. O próprio WhatsApp, um banco ou uma loja nunca pedem que você conecte um aparelho.`,
  once: 'Depois de continuar, o link só funciona neste navegador.',
  proceed: 'Sei quem pede. Continuar',
  endsIn: (seconds: number) => `Este link vale por mais ${minutes(seconds)}`,
  starting: 'O serviço está se conectando ao WhatsApp…',
  stopped: 'Não há nenhum código no momento.',
  stoppedBy: {
    QR_EXPIRED: 'Ninguém escaneou o código a tempo.',
    PAIRING_REJECTED: 'Não foi possível verificar a resposta do telefone, então nada foi conectado.',
    PASSKEY_FAILED: 'A chave de acesso não foi confirmada, então nada foi conectado.',
  },
  start: 'Mostrar um novo código',
  passkeyOnPhone:
    'Para assinar é preciso um computador com um navegador que tem a chave de acesso. Aperte “Continuar em outro aparelho” e abra o link lá.',
  leave: 'Continuar em outro aparelho',
  leaveBody:
    'Este navegador solta o link, e você o abre de novo em outro lugar. Um código já mostrado pode deixar de valer.',
  leaveAction: 'Soltar o link',
  left: 'Agora abra o link no outro aparelho.',
  away: 'O serviço não responde. Esta página tenta de novo sozinha.',
  linked: 'A sua conta está conectada',
  linkedBody: (client: string) =>
    `Agora ela é “${client}”. Você pode fechar esta página. Para encerrar, desconecte o aparelho no telefone, em Aparelhos conectados.`,
  over: {
    unknown: {
      title: 'Este link não funciona',
      body: 'Ele pode não estar inteiro, ou aquilo para que servia não existe mais. Copie-o todo de novo, ou peça um novo a quem o enviou.',
    },
    expired: {
      title: 'Este link expirou',
      body: 'Esses links valem só alguns minutos. Peça um novo a quem o enviou. Um código digitado no último momento ainda pode conectar o telefone.',
    },
    linked: {
      title: 'Este link já foi usado',
      body: 'Uma conta foi conectada com ele, e ele funciona uma vez só. Se não foi você, avise já quem o enviou.',
    },
    revoked: {
      title: 'Este link foi cancelado',
      body: 'Quem o enviou o encerrou. Pergunte, se você não esperava isso.',
    },
    replaced: {
      title: 'Há um link mais novo',
      body: 'Quem o enviou criou outro depois dele. Abra o mais novo.',
    },
    elsewhere: {
      title: 'Este link está aberto em outro lugar',
      body: 'Ele funciona em um só navegador. Continue lá, ou solte-o lá primeiro. Se não foi você, avise já quem o enviou.',
    },
    lost: {
      title: 'Esta página perdeu o link',
      body: 'Ele foi solto neste navegador, ou não existe mais. Abra o link de novo.',
    },
  },
  openAgain: 'Abrir o link de novo',
}
