import type { IncomingRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

export const incoming: Sentences<IncomingRefusals> = {
  WEBHOOK_UNKNOWN: 'No hay nada en esta dirección.',
  WEBHOOK_TRIGGER_UNKNOWN:
    'El flujo no tiene un trigger.webhook con ese id. Agrega uno, deja que se guarde el borrador y llama de nuevo.',
  SIGNATURE_WRONG:
    'La firma falta, es demasiado vieja o no es del secreto que espera esta dirección. Firma los bytes del cuerpo tal como se envían.',
  CONTACT_MISSING: ({ path }) =>
    `No se encontró el número de teléfono de una persona en ${path}. Envíalo con el código del país, como +5215512345678.`,
  CONTACT_UNKNOWN:
    'Este número aún no es un contacto, y esta dirección solo acepta llamadas sobre contactos.',
  CALL_CONTENT_TYPE:
    'Envía JSON con Content-Type: application/json, o un formulario con application/x-www-form-urlencoded, sin comprimir y en UTF-8.',
  CALL_TOO_LARGE: ({ kib }) => `Una llamada tiene ${kib} KiB como máximo. Envía menos.`,
  FORM_UNREADABLE: 'El formulario no está en UTF-8. Codifícalo así y envíalo de nuevo.',
}
