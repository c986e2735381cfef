import type { SendErrorWords } from '../send-errors.ts'

const until = (iso: string | null): string =>
  iso === null ? 'La red no dice hasta cuándo.' : `Termina el ${iso}.`

export const sendErrors: SendErrorWords = {
  unknown: {
    ack_timeout: ({ withinMs }) =>
      `El servidor no confirmó el mensaje en ${withinMs} ms. Puede haber salido; los recibos lo dirán.`,
    connection_lost:
      'La conexión terminó antes de que el servidor confirmara el mensaje. Puede haber salido; los recibos lo dirán.',
    connector_failed: 'La conexión falló durante el envío.',
    expired: 'Salió hace más de 24 horas y nunca se confirmó.',
    flow_ended: 'Estaba saliendo, y su flujo terminó antes de la confirmación.',
    service_stopped: 'El servicio se detuvo mientras enviaba este mensaje. Un recibo mostrará si llegó.',
    outcome_not_stored: 'No se pudo guardar qué pasó con este mensaje. Un recibo mostrará si llegó.',
    no_word_yet: 'Se entregó a la red, y nada mostró todavía si llegó.',
    cannot_be_repeated: 'La primera llamada puede haberlo enviado, y ahora no se puede enviar de nuevo.',
    cannot_be_asked:
      'El número no está conectado, así que ahora no se puede saber qué pasó con la primera llamada.',
    worker_silent: 'No hubo respuesta a tiempo.',
    reading_unconfirmed: 'No hubo respuesta a tiempo. Marcarlo como leído de nuevo no hace daño.',
    presence_unconfirmed: 'No hubo respuesta a tiempo. Intentar de nuevo no hace daño.',
  },
  sentBefore: (refusal) => `Un intento anterior puede haber llegado a la red. ${refusal}`,
  refused: {
    479: 'El servidor no pudo leer el mensaje para este destinatario. Envíalo de nuevo más tarde.',
    400: 'El servidor rechaza la forma del mensaje.',
    403: 'Esta cuenta no puede escribir en este chat. Desbloquea el contacto si está bloqueado; en un grupo hay que ser miembro, y administrador donde solo ellos escriben.',
    404: 'El servidor no conoce a este destinatario.',
    429: 'El servidor rechaza más mensajes por ahora. Envía más despacio.',
  },
  refusedWith: (code) => `El servidor rechazó el mensaje con el código ${code}.`,
  until,
  errors: {
    REFUSED_LATE: 'La red lo rechazó después de aceptarlo.',
    REACH_OUT_RESTRICTED: ({ until: iso }) =>
      `La red no deja que esta cuenta escriba a personas nuevas. ${until(iso)}`,
    NEW_CHAT_LIMIT: ({ until: iso }) =>
      `La cuenta empezó casi tantos chats nuevos como permite la red. A quienes escribieron primero se les responde. ${until(iso)}`,
    NOT_CONNECTED: 'El número no está conectado. No se envió nada; envía de nuevo cuando lo esté.',
    NO_ANSWER: 'La red no respondió a tiempo, así que no se envió nada. Envíalo de nuevo.',
    RECIPIENT_NOT_FOUND: ({ to }) => `${to} no está en la red. Revisa el número con su código del país.`,
    NO_KEYS: ({ to }) =>
      `La red no tiene claves de ${to} para cifrar. No se envió nada; envíalo de nuevo más tarde.`,
    ENCRYPTION_FAILED: ({ why }) =>
      `No se pudo cifrar el mensaje (${why}). No se envió nada; envíalo de nuevo.`,
    RECIPIENT_UNSUPPORTED: ({ to }) => `No se envía a ${to}. Envía a una persona o a un grupo.`,
    BYTES_UNREADABLE: 'El contenido del mensaje no se puede leer.',
    EXPIRED: 'Esperó más de 24 horas y ya no sirve.',
    CANCELLED: 'Su flujo terminó antes de que se pudiera enviar.',
    NOT_AVAILABLE_YET: 'Este servidor no envía este tipo de mensaje.',
    READ_FAILED: 'La red no aceptó las confirmaciones de lectura.',
    PRESENCE_FAILED: 'No se avisó a la red.',
  },
  album: ({ sent, all, why }) => `Salieron ${sent} de ${all} elementos. ${why}`,
}
