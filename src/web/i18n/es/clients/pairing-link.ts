import type { pairingLink as en } from '../../en/clients/pairing-link.ts'

const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`

export const pairingLink: typeof en = {
  send: 'Enviar un enlace al dueño del número',
  cardTitle: 'Otra persona vincula el teléfono',
  dialogTitle: 'Un enlace para vincular el teléfono en otro lugar',
  dialogBody:
    'El dueño del número abre el enlace en su propia computadora o teléfono y lo vincula ahí, sin tener una cuenta. Ve tu nombre, tu correo y el nombre de este número, y nada más.',
  lives: 'El enlace vale',
  livesFor: (count: number) => `${count} minutos`,
  make: 'Crear el enlace',
  madeTitle: 'El enlace está listo',
  madeBody: (time: string) =>
    `Funciona en el primer navegador que lo abra, hasta las ${time} o hasta que se vincule el teléfono. Envíalo solo al dueño del número: un enlace que crees ahora termina el anterior.`,
  link: 'Enlace de vinculación',
  live: 'Enlace que aún funciona',
  until: (time: string) => `hasta las ${time}`,
  notOpened: 'Aún sin abrir',
  opened: (ago: string) => `Abierto ${ago}`,
  revoke: 'Terminar el enlace',
  revoked: 'El enlace terminó, y los códigos que mostró ya no valen.',

  title: 'Vincula tu cuenta de WhatsApp',
  asks: (name: string, email: string) => `${name} (${email}) te pide que vincules tu cuenta de WhatsApp.`,
  purpose: (client: string, host: string) =>
    `Pasa a ser “${client}” en el servicio de mensajes de ${host}, como un dispositivo vinculado más de tu teléfono.`,
  gives:
    'El servicio, y quien lo opera para ti, podrá leer los mensajes de esta cuenta y enviar mensajes en su nombre.',
  ends: 'Lo terminas cuando quieras en el teléfono: Configuración, Dispositivos vinculados, y cierra la sesión del dispositivo.',
  warning: (name: string) =>
    `Sigue solo si conoces a ${name}, esperabas este enlace y la cuenta es tuya. WhatsApp, un banco o una tienda nunca te piden que vincules un dispositivo.`,
  once: 'Cuando sigas, el enlace funcionará solo en este navegador.',
  proceed: 'Sé quién lo pide. Seguir',
  endsIn: (seconds: number) => `Este enlace funciona ${minutes(seconds)} más`,
  starting: 'El servicio se está conectando a WhatsApp…',
  stopped: 'En este momento no hay ningún código.',
  stoppedBy: {
    QR_EXPIRED: 'Nadie escaneó el código a tiempo.',
    PAIRING_REJECTED: 'No se pudo verificar la respuesta del teléfono, así que no se vinculó nada.',
    PASSKEY_FAILED: 'La llave de acceso no se confirmó, así que no se vinculó nada.',
  },
  start: 'Mostrar un código nuevo',
  passkeyOnPhone:
    'Para firmar hace falta una computadora con un navegador que tenga la llave de acceso. Pulsa “Seguir en otro dispositivo” y abre ahí el enlace.',
  leave: 'Seguir en otro dispositivo',
  leaveBody:
    'Este navegador suelta el enlace, y tú lo abres de nuevo en otro lugar. Un código que ya se mostró puede dejar de valer.',
  leaveAction: 'Soltar el enlace',
  left: 'Ahora abre el enlace en el otro dispositivo.',
  away: 'El servicio no responde. Esta página vuelve a intentarlo sola.',
  linked: 'Tu cuenta está vinculada',
  linkedBody: (client: string) =>
    `Ahora es “${client}”. Puedes cerrar esta página. Para terminarlo, cierra la sesión del dispositivo en el teléfono, en Dispositivos vinculados.`,
  over: {
    unknown: {
      title: 'Este enlace no funciona',
      body: 'Quizá no está completo, o ya no existe aquello para lo que era. Cópialo todo de nuevo, o pide otro a quien lo envió.',
    },
    expired: {
      title: 'Este enlace venció',
      body: 'Estos enlaces valen solo unos minutos. Pide otro a quien lo envió. Un código que escribiste en el último momento aún puede vincular el teléfono.',
    },
    linked: {
      title: 'Este enlace ya se usó',
      body: 'Con él se vinculó una cuenta, y funciona una sola vez. Si no fuiste tú, avisa enseguida a quien lo envió.',
    },
    revoked: {
      title: 'Este enlace se retiró',
      body: 'Quien lo envió lo terminó. Pregúntale si no lo esperabas.',
    },
    replaced: {
      title: 'Hay un enlace más nuevo',
      body: 'Quien lo envió creó otro después. Abre ese.',
    },
    elsewhere: {
      title: 'Este enlace está abierto en otro lugar',
      body: 'Funciona en un solo navegador. Sigue ahí, o suéltalo ahí primero. Si no fuiste tú, avisa enseguida a quien lo envió.',
    },
    lost: {
      title: 'Esta página perdió el enlace',
      body: 'Se soltó en este navegador, o ya no existe. Abre el enlace de nuevo.',
    },
  },
  openAgain: 'Abrir el enlace de nuevo',
}
