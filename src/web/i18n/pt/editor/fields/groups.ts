import type { groups as en } from '../../../en/editor/fields/groups.ts'

export const groups: typeof en = {
  fields: {
    'chat.label.add': 'Pôr',
    'chat.label.remove': 'Tirar',
    states: 'Quando',
    changes: 'Quando',
    groups: 'Quais grupos',
    answerIn: 'O fluxo roda',
    act: 'O que fazer',
    group: 'Grupo',
    people: 'Pessoas',
    renew: 'Invalidar o link antigo',
  },
  hints: {
    'trigger.call.states': '{{ trigger.call.state }} diz qual foi. Ligações de grupos não iniciam nada.',
    'trigger.group.groups':
      'Cada um pelo endereço, que está na página dele em Grupos; Enter adiciona. Vazio: todos os grupos.',
    'trigger.group.answerIn': '{{ trigger.person.name }} é a pessoa com quem aconteceu.',
    'group.members.group': 'Vazio: o grupo do gatilho, ou aquele em que o fluxo roda.',
    'group.members.people':
      'Números, endereços ou nomes de usuário (@nome) separados por vírgulas. Vazio: a pessoa do gatilho, ou o contato.',
    'group.send.group': 'Vazio: o grupo do gatilho, ou aquele em que o fluxo roda.',
    'group.invite.group': 'Vazio: o grupo do gatilho, ou aquele em que o fluxo roda.',
  },
  choices: {
    'states.ringing': 'Está tocando',
    'states.answered': 'Alguém atendeu',
    'states.refused': 'Alguém recusou',
    'states.missed': 'Ninguém atendeu',
    'changes.added': 'Alguém é adicionado',
    'changes.joined': 'Alguém entra pelo link',
    'changes.removed': 'Alguém é removido',
    'changes.left': 'Alguém sai',
    'changes.asked': 'Alguém pede para entrar',
    'answerIn.person': 'na conversa com essa pessoa',
    'answerIn.group': 'no grupo',
    'act.add': 'Adicionar',
    'act.remove': 'Remover',
    'act.promote': 'Tornar administrador',
    'act.demote': 'Deixar de ser administrador',
    'act.approve': 'Deixar entrar quem pede',
    'act.reject': 'Recusar quem pede',
  },
}
