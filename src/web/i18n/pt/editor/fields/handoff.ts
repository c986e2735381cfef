import type { handoff as en } from '../../../en/editor/fields/handoff.ts'

export const handoff: typeof en = {
  fields: {
    departmentId: 'Departamento',
    personId: 'Pessoa',
    durationSec: 'Durante',
    reason: 'Motivo',
    'handoff.notify.label': 'Rótulo',
  },
  hints: {
    'handoff.departmentId':
      'Uma das pessoas dele recebe a conversa, pela regra dele. Vazio: espera por todos.',
    'handoff.personId': 'Ausente, ou sem este número: espera por todos.',
    'handoff.durationSec': 'Vazio: como definido no número.',
  },
}
