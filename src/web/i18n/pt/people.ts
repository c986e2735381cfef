import type { Catalogue } from '../en/index.ts'

export const people: Catalogue['people'] = {
  title: 'Pessoas',
  intro: 'Quem tem uma conta neste serviço. Só administradores veem esta página.',
  add: 'Adicionar pessoa',
  addBody: 'Ela recebe uma primeira senha, que você entrega e ela troca.',
  addAction: 'Criar conta',
  addedTitle: 'A conta foi criada',
  addedBody: 'Entregue esta senha de forma segura. Ela só aparece agora; a pessoa a troca depois de entrar.',
  firstPassword: 'Primeira senha',
  name: 'Nome',
  changed: 'Alterado.',
  suspended: 'Suspensa',
  suspend: 'Suspender',
  letIn: 'Deixar entrar de novo',
  givePlan: (plan: string) => `Mudar o plano para ${plan}`,
  giveRole: (role: string) => `Mudar o papel para ${role}`,
  actionsFor: (name: string) => `O que fazer com ${name}`,
  columns: {
    person: 'Pessoa',
    role: 'Papel',
    plan: 'Plano',
    clients: 'Clientes',
    since: 'Desde',
    actions: 'Ações',
  },
}
