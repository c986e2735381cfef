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
  mentions: 'Avisarme de notas que me mencionan',
  contents: 'Mostrar el nombre del contacto y lo que escribió',
  contentsHint: 'Si no, solo el número y que alguien espera.',
  email: 'Enviarme un correo cuando nadie responda o una nota me mencione',
  emailNever: 'Nunca',
  emailAfter: (minutes) => (minutes === 60 ? 'Después de una hora' : `Después de ${minutes} minutos`),
  emailHint:
    'A la dirección de tu cuenta, como máximo uno cada diez minutos, con un enlace a cada conversación. Solo lo que empiece a esperar, o te mencione, a partir de ahora.',
  kinds: {
    waiting: 'Una conversación te espera.',
    assigned: 'Te pasaron una conversación.',
    message: 'Hay un mensaje nuevo en tu conversación.',
    mention: 'Una nota te menciona.',
  },
  device: 'Este dispositivo',
  on: 'Recibir notificaciones aquí',
  off: 'Detenerlas aquí',
  isOn: 'Este dispositivo recibe notificaciones.',
  isOff: 'Este dispositivo no recibe ninguna.',
  isPage: 'Este navegador te avisa mientras haya una página de Parley abierta en él.',
  pageOn: 'Solo con Parley abierto',
  always: 'También con Parley cerrado',
  sound: 'Reproducir un sonido en este navegador',
  soundHint:
    'Mientras haya una página de Parley abierta, después de que hagas clic en ella. Un solo sonido, por muchas páginas que estén abiertas.',
  denied:
    'Este navegador no permite notificaciones de esta página. Permítelas en su configuración para esta página.',
  unsupported:
    'Este navegador no recibe notificaciones aquí. En un iPhone, agrega Parley a la pantalla de inicio y ábrelo allí; en los demás hay que abrirlo por una dirección https.',
  unreached:
    'Este navegador no obtuvo una dirección de su servicio de push, así que solo te avisa con una página de Parley abierta. Mira si el push está desactivado en sus ajustes y vuelve a intentarlo.',
  devices: (count) =>
    count === 1
      ? '1 de tus dispositivos recibe notificaciones.'
      : `${count} de tus dispositivos reciben notificaciones.`,
}
