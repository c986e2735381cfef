import type { approvals as english } from '../../en/data/approvals.ts'

export const approvals: typeof english = {
  title: 'Esperan aprobación',
  queue: (count) => `Esperan aprobación (${count})`,
  back: 'Todas las conversaciones',
  empty: 'Nada espera aprobación',
  emptyBody:
    'Aquí aparecen las respuestas de modelos que una persona debe aprobar antes de que se envíen, las de todos los números.',
  answers: 'Respuestas que esperan aprobación',
  card: 'Una respuesta espera tu aprobación',
  by: (when) => `Si nadie decide, no se envía: ${when}`,
  of: (flow, client) => `${flow} · ${client}`,
  since: (count) =>
    count === 1
      ? 'El contacto escribió una vez más desde entonces. Se atiende después de tu decisión.'
      : `El contacto escribió ${count} veces más desde entonces. Se atiende después de tu decisión.`,
  sources: 'Fuentes',
  test: 'Prueba de un borrador',
  text: 'Respuesta',
  approve: 'Aprobar',
  edit: 'Editar',
  approveChanged: 'Aprobar con el cambio',
  decline: 'Rechazar',
  takeOver: 'Atender yo',
  approved: 'La respuesta está en camino.',
  declined: 'La respuesta no se envía.',
  takenOver: 'El chat es tuyo. La respuesta no se envía.',
}
