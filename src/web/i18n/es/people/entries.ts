import type { entries as en } from '../../en/people/entries.ts'

const untilPart = (until: string): string => (until ? `; los flujos están en pausa hasta ${until}` : '')

/** `own`: said to who did it. */
const did = (isOwn: boolean, who: string, own: string, other: string): string =>
  isOwn ? own : `${who} ${other}`

export const entries: typeof en = {
  me: 'Tú',
  toMe: 'ti',
  gone: 'alguien que se fue',
  departmentGone: 'que ya no existe',
  notes: {
    choose: 'Lo que escribes',
    toContact: 'Mensaje',
    toTeam: 'Nota',
    shortcut: 'Alt+N: mensaje o nota',
    write: 'Escribir una nota',
    placeholder: 'Una nota para el equipo. El contacto no la ve. @ menciona a alguien.',
    save: 'Guardar nota',
    members: 'Miembros',
    label: 'Nota para el equipo',
    edited: 'cambiada',
    actions: 'Qué hacer con la nota',
    edit: 'Cambiar',
    remove: 'Borrar',
  },
  actors: {
    person: (name) => name ?? 'Alguien que se fue',
    key: (name) => (name === null ? 'Un programa' : `La clave “${name}”`),
    flow: (name) => (name === null ? 'Un flujo' : `El flujo “${name}”`),
    phone: (_name) => 'El teléfono',
    contact: (_name) => 'El contacto',
    system: (_name) => 'Parley',
  },
  lines: {
    assigned: ({ who, whom, isOwn, isSelf, department }) => {
      if (department !== null) {
        const to = `la conversación al departamento ${department}${whom === null ? '' : `: la tiene ${whom}`}`
        return did(isOwn, who, `Pasaste ${to}`, `pasó ${to}`)
      }
      return isSelf
        ? did(isOwn, who, 'Te quedaste con la conversación', 'se quedó con la conversación')
        : did(isOwn, who, `Asignaste la conversación a ${whom}`, `asignó la conversación a ${whom}`)
    },
    unassigned: ({ who, whom, by, isOwn, isSelf }) => {
      if (by === 'system') return `La conversación quedó sin responsable: ${whom} dejó el equipo`
      return isSelf
        ? did(isOwn, who, 'Dejaste la conversación sin responsable', 'dejó la conversación sin responsable')
        : did(isOwn, who, `Le quitaste la conversación a ${whom}`, `le quitó la conversación a ${whom}`)
    },
    resolved: ({ who, isOwn }) => did(isOwn, who, 'Resolviste la conversación', 'resolvió la conversación'),
    reopened: ({ who, by, isOwn }) =>
      by === 'contact'
        ? 'El contacto escribió: la conversación está abierta de nuevo'
        : did(isOwn, who, 'Reabriste la conversación', 'reabrió la conversación'),
    snoozed: ({ who, isOwn, until }) =>
      did(isOwn, who, `Pospusiste la conversación hasta ${until}`, `pospuso la conversación hasta ${until}`),
    snooze_ended: () => 'Se acabó la pausa: la conversación espera a una persona',
    taken_over: ({ who, by, isOwn, until }) => {
      if (by === 'phone')
        return `Alguien escribió desde el teléfono y atiende la conversación${untilPart(until)}`
      return `${did(isOwn, who, 'Atiendes la conversación', 'atiende la conversación')}${untilPart(until)}`
    },
    given_back: ({ who, by, isOwn }) =>
      by === 'flow'
        ? `${who} retomó la conversación`
        : did(isOwn, who, 'Devolviste la conversación a los flujos', 'devolvió la conversación a los flujos'),
    needs_person: ({ who, by, isOwn }) =>
      by === 'flow'
        ? `${who} pasó la conversación: hace falta una persona`
        : did(isOwn, who, 'Marcaste que hace falta una persona', 'marcó que hace falta una persona'),
    label_added: ({ who, isOwn, label }) =>
      did(isOwn, who, `Pusiste la etiqueta “${label}”`, `puso la etiqueta “${label}”`),
    label_removed: ({ who, isOwn, label }) =>
      did(isOwn, who, `Quitaste la etiqueta “${label}”`, `quitó la etiqueta “${label}”`),
    call_missed: ({ isVideo }) => (isVideo ? 'Videollamada perdida' : 'Llamada perdida'),
    call_refused: ({ who, by, isOwn, isVideo }) => {
      const call = isVideo ? 'videollamada' : 'llamada'
      if (by === 'phone') return `Una ${call} se rechazó en el teléfono`
      return did(isOwn, who, `Rechazaste una ${call}`, `rechazó una ${call}`)
    },
    call_answered: ({ isVideo }) => `Una ${isVideo ? 'videollamada' : 'llamada'} se contestó en el teléfono`,
    chat_cleared: ({ who, by, isOwn }) =>
      by === 'phone'
        ? 'El chat se vació en el teléfono'
        : did(isOwn, who, 'Vaciaste el chat en WhatsApp', 'vació el chat en WhatsApp'),
    chat_deleted: ({ who, by, isOwn }) =>
      by === 'phone'
        ? 'El chat se eliminó en el teléfono'
        : did(isOwn, who, 'Eliminaste el chat en WhatsApp', 'eliminó el chat en WhatsApp'),
  },
}
