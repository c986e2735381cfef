import type { channels as en } from '../../../en/editor/fields/channels.ts'

export const channels: typeof en = {
  fields: { channel: 'Canal', background: 'Color de fondo' },
  hints: {
    'channel.post.channel':
      'Su dirección, que está en la página del número, en Canales; el número del flujo tiene que ser su dueño o administrador.',
    'channel.post.text': 'Con un archivo, va debajo de él. Los mensajes de voz y los audios no llevan texto.',
    'status.post.text': 'Con una foto o un video, va debajo. Como máximo 700 caracteres.',
    'status.post.background': 'Como #1f6e5c; detrás de un texto o de una grabación.',
    'status.post.url': 'Una foto, un video o una grabación en vez de solo un texto.',
  },
  /** The channels of the flow's number, to choose from. */
  pick: {
    label: 'Canales del número',
    other: 'Otra dirección',
    loading: 'Leyendo los canales del número…',
    failed: 'No se pudieron leer los canales del número. Escribe la dirección.',
    none: 'El número no administra ningún canal. Crea uno en su página, en Canales.',
    anyNumber: 'Pon el flujo en un número para elegir entre sus canales.',
  },
}
