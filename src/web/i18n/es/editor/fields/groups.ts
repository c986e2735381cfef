import type { groups as en } from '../../../en/editor/fields/groups.ts'

export const groups: typeof en = {
  fields: {
    'chat.label.add': 'Poner',
    'chat.label.remove': 'Quitar',
    states: 'Cuándo',
    changes: 'Cuándo',
    groups: 'Qué grupos',
    answerIn: 'El flujo se ejecuta',
    act: 'Qué hacer',
    group: 'Grupo',
    people: 'Personas',
    renew: 'Invalidar el enlace anterior',
  },
  hints: {
    'trigger.call.states': '{{ trigger.call.state }} dice cuál fue. Las llamadas de grupos no inician nada.',
    'trigger.group.groups':
      'Cada uno por su dirección, que está en su página en Grupos; Intro añade uno. Vacío: todos los grupos.',
    'trigger.group.answerIn': '{{ trigger.person.name }} es la persona a quien le pasó.',
    'group.members.group': 'Vacío: el grupo del disparador, o aquel en el que se ejecuta el flujo.',
    'group.members.people':
      'Números, direcciones o nombres de usuario (@nombre) separados por comas. Vacío: la persona del disparador, o el contacto.',
    'group.send.group': 'Vacío: el grupo del disparador, o aquel en el que se ejecuta el flujo.',
    'group.invite.group': 'Vacío: el grupo del disparador, o aquel en el que se ejecuta el flujo.',
  },
  choices: {
    'states.ringing': 'Está sonando',
    'states.answered': 'Alguien contestó',
    'states.refused': 'Alguien la rechazó',
    'states.missed': 'Nadie contestó',
    'changes.added': 'Añaden a alguien',
    'changes.joined': 'Alguien entra por el enlace',
    'changes.removed': 'Eliminan a alguien',
    'changes.left': 'Alguien sale',
    'changes.asked': 'Alguien pide entrar',
    'answerIn.person': 'en el chat con esa persona',
    'answerIn.group': 'en el grupo',
    'act.add': 'Añadir',
    'act.remove': 'Eliminar',
    'act.promote': 'Hacer administrador',
    'act.demote': 'Quitar de administrador',
    'act.approve': 'Dejar entrar a quien lo pide',
    'act.reject': 'Rechazar a quien lo pide',
  },
}
