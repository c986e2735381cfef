import type { team as en } from '../../en/people/team.ts'

export const team: typeof en = {
  title: 'Equipe',
  intro: 'Quem trabalha aqui com você. Convide alguém, e ambos veem os mesmos números, conversas e fluxos.',
  introOfOthers: 'Quem trabalha aqui com você.',
  invite: 'Convidar',
  inviteBody: 'A pessoa entra por um link, com a conta que tem ou com uma que cria.',
  invitedBody: (email, until) =>
    `Envie você este link a ${email}. Ele só aparece agora, vale até ${until} e só para esse endereço.`,
  invitedLine: (role, by) => `${role} · convite de ${by}`,
  role: 'Função',
  roles: { owner: 'Dono', admin: 'Administração', agent: 'Atendimento', viewer: 'Só leitura' },
  roleHints: {
    admin: 'Pode tudo, menos excluir tudo.',
    agent: 'Responde conversas e cuida das pessoas.',
    viewer: 'Vê tudo e não muda nada.',
  },
  numbers: 'Números',
  allNumbers: 'Todos os números',
  someNumbers: 'Só alguns números',
  deletedNumber: 'um número excluído',
  chooseNumber: 'Escolha pelo menos um número.',
  you: '(você)',
  changed: 'Mudado.',
  changeRole: 'Mudar função ou números',
  changeRoleOf: (name) => `O que ${name} pode fazer`,
  actionsFor: (name) => `O que fazer com ${name}`,
  questions: {
    remove: {
      title: (name) => `Retirar ${name}?`,
      body: 'A pessoa não entra mais em lugar nenhum daqui, e as chaves dela acabam. O que ela fez fica.',
      action: 'Retirar',
    },
    leave: {
      title: () => 'Sair deste espaço?',
      body: 'Você não vê mais nada dele. Para voltar, é preciso um novo convite.',
      action: 'Sair',
    },
    hand: {
      title: (name) => `Passar o espaço a ${name}?`,
      body: 'Essa pessoa passa a ser dona, e você passa à administração. Só ela pode devolver.',
      action: 'Tornar dono',
    },
  },
  workspace: 'Espaço de trabalho',
  workspaceBody: 'O que vocês dividem: números, conversas, pessoas, fluxos e tudo o que é deles.',
  name: 'Nome',
  another: 'Outro negócio',
  anotherTitle: 'Outro negócio, à parte',
  anotherBody:
    'Ele começa vazio, com seus próprios números, conversas, pessoas, fluxos e chaves. Você troca de um para o outro no menu com o seu nome.',
  makeIt: 'Criar',
  leftTitle: 'Agora você trabalha em outro espaço',
  leftBody: (name: string) =>
    name === ''
      ? 'Esta página mostra um espaço que você deixou em outra aba, ou do qual saiu. Nada mais é feito nele.'
      : `Esta página mostra ${name}, que você deixou em outra aba ou do qual saiu. Nada mais é feito nele.`,
  goOnThere: 'Continuar no outro',
  backHere: 'Voltar a este',
  deleteTitle: 'Excluir o espaço',
  deleteBody: (name) =>
    `Os números são desconectados, e tudo de ${name} some de vez: números, conversas, pessoas, fluxos, documentos e chaves.`,
  writeName: 'Escreva o nome para excluir',
  deleteAction: 'Excluir tudo',
  columns: { person: 'Pessoa', role: 'Função', numbers: 'Números', actions: 'Ações' },
  joinTitle: (workspace) => `Entrar em ${workspace}`,
  joinBody: (by, email) => `${by} convida você, ${email}, a trabalhar aqui junto.`,
  join: 'Entrar',
  joinSignIn: (email) => `Já existe uma conta de ${email}. Entre com ela e abra este link de novo.`,
}
