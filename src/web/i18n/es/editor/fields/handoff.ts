import type { handoff as en } from '../../../en/editor/fields/handoff.ts'

export const handoff: typeof en = {
  fields: {
    departmentId: 'Departamento',
    personId: 'Persona',
    durationSec: 'Durante',
    reason: 'Motivo',
    'handoff.notify.label': 'Etiqueta',
  },
  hints: {
    'handoff.departmentId': 'Una de sus personas recibe el chat, según su regla. Vacío: espera a todos.',
    'handoff.personId': 'Ausente, o sin este número: espera a todos.',
    'handoff.durationSec': 'Vacío: como está en el número.',
  },
}
