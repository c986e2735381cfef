import type { CallRefusals, RefusalParams } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ROLES: Readonly<Record<RefusalParams['ROLE_MISSING']['role'], string>> = {
  owner: 'El propietario',
  admin: 'Un administrador',
  agent: 'Un agente',
  viewer: 'Quien tiene solo lectura',
}

const RIGHTS: Readonly<Record<RefusalParams['ROLE_MISSING']['right'], string>> = {
  view: 'ver esto',
  inspect: 'ver esto',
  talk: 'escribir a contactos ni cambiarlos',
  build: 'cambiar flujos ni lo que usan',
  manage: 'cambiar números, secretos ni miembros',
  own: 'eliminarlo ni entregarlo',
}

export const calls: Sentences<CallRefusals> = {
  ADMINS_ONLY: 'Solo los administradores pueden hacer esto.',
  ROLE_MISSING: ({ role, right }) =>
    `${ROLES[role]} no puede ${RIGHTS[right]} en este espacio de trabajo. Pídelo a su propietario o a un administrador.`,
  WORKSPACE_LEFT:
    'Esta página muestra otro espacio de trabajo, no aquel en que trabajas ahora. No se hizo nada. Cárgala de nuevo, o vuelve a su espacio.',
  PEOPLE_ONLY: 'Ninguna clave puede hacer esto. Es solo para personas que iniciaron sesión, en el panel.',
  CONTENT_TYPE: 'Envía JSON en UTF-8 con el encabezado Content-Type: application/json.',
  BODY_TOO_LARGE: ({ mib }) => `La solicitud tiene más de ${mib} MiB, el límite de esta operación.`,
  BODY_TOO_LARGE_BESIDE: ({ field }) =>
    `La solicitud tiene más de 1 MiB sin los archivos de ${field}. Envía menos junto a ellos; los archivos también se pueden dar por URL.`,
  SHORT_FILES_TOO_LARGE:
    'La solicitud trae más de 16 MiB de archivos de menos de 256 KiB cada uno. Envía menos archivos de una vez.',
  BODY_TOO_MANY_VALUES: ({ most }) =>
    `La solicitud tiene más de ${most} valores y claves. Envía menos de una vez.`,
  BODY_TOO_DEEP: ({ levels }) => `La solicitud no es JSON válido: tiene más de ${levels} niveles.`,
  BODY_ENDED_EARLY: 'La solicitud se cortó antes del final. Intenta de nuevo.',
}
