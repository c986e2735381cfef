import type { notifications as en } from '../../en/people/notifications.ts'

export const notifications: typeof en = {
  title: 'Notificaciones',
  body: 'La notificación llega a tus dispositivos aunque Parley esté cerrado, y lleva a la conversación.',
  conversations: 'Avísame de',
  choices: {
    all: 'Cada conversación que espera a una persona',
    mine: 'Las mías, y las que esperan y no son de nadie',
    none: 'Nada',
  },
  contents: 'Mostrar el nombre del contacto y lo que escribió',
  contentsHint: 'Si no, solo el número y que alguien espera.',
  device: 'Este dispositivo',
  on: 'Recibir notificaciones aquí',
  off: 'Detenerlas aquí',
  isOn: 'Este dispositivo recibe notificaciones.',
  isOff: 'Este dispositivo no recibe ninguna.',
  denied:
    'Este navegador no permite notificaciones de esta página. Permítelas en su configuración para esta página.',
  unsupported:
    'Este navegador no recibe notificaciones aquí. En un iPhone, agrega Parley a la pantalla de inicio y ábrelo allí; en los demás hay que abrirlo por una dirección https.',
  unreached:
    'Este navegador no recibió una dirección de su servicio de notificaciones. Revisa en su configuración si están apagadas y vuelve a intentarlo.',
  devices: (count) =>
    count === 1
      ? '1 de tus dispositivos recibe notificaciones.'
      : `${count} de tus dispositivos reciben notificaciones.`,
}
