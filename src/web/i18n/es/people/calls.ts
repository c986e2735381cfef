import type { calls as english } from '../../en/people/calls.ts'

export const calls: typeof english = {
  settings: {
    title: 'Cuando alguien llama',
    about:
      'Las llamadas suenan en el teléfono. Parley puede rechazarlas, para que nadie espere una respuesta que no llega.',
    refuseAll: 'Rechazar todas las llamadas',
    message: 'Mensaje para quien llamó (opcional)',
    messageHint:
      'Se envía como máximo una vez cada 30 minutos a la misma persona. Las llamadas de grupos no reciben nada.',
    saved: 'Guardado',
  },
  list: {
    title: 'Llamadas',
    none: 'Aún no hay llamadas',
    noneAbout: 'Aquí aparece quien llama a este número desde que está vinculado.',
    who: 'Quién llamó',
    what: 'Qué pasó',
    when: 'Cuándo',
    messaged: 'recibió el mensaje',
    refuse: 'Rechazar',
    refused: 'La llamada se rechazó',
    more: 'Llamadas anteriores',
  },
  blocked: {
    title: 'Personas bloqueadas',
    about:
      'Bloqueadas en WhatsApp, aquí o en el teléfono: no pueden escribir ni llamar. Para que solo los flujos no respondan a alguien, bloquéalo para los flujos en la bandeja.',
    none: 'Nadie está bloqueado.',
    block: 'Bloquear en WhatsApp',
    unblock: 'Desbloquear en WhatsApp',
    hint: 'Bloqueado en WhatsApp: nada de lo que envía llega, y no se le puede enviar nada.',
    done: 'Bloqueado en WhatsApp',
    undone: 'Desbloqueado en WhatsApp',
  },
  kinds: { call: 'Llamada', video: 'Videollamada' },
  states: {
    ringing: 'Suena ahora',
    answered: 'Contestada en el teléfono',
    refused: 'Rechazada',
    missed: 'Perdida',
  },
}
