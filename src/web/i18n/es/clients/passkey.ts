import type { passkey as en } from '../../en/clients/passkey.ts'

export const passkey: typeof en = {
  title: 'Confirma con la llave de acceso de la cuenta',
  body: 'La red les pide a algunas cuentas su llave de acceso antes de vincular un dispositivo. Solo puede firmar un navegador que tenga la llave de acceso, en la página de la propia red.',
  pictures: [
    'El teléfono aceptó el código. Ahora la red quiere una prueba del dueño.',
    'El dueño firma con la llave de acceso en web.whatsapp.com.',
    'Lo que se firmó vuelve aquí, y el teléfono vincula este número.',
  ],
  meaning:
    'Quien firma deja que este servicio lea y escriba los mensajes de la cuenta. Hazlo solo con una cuenta tuya.',
  onlyPhone: {
    title: '¿Solo tienes un teléfono a mano?',
    body: 'El navegador de un teléfono no puede firmar aquí, y nadie más que la red puede omitir este paso.',
    steps: [
      'Usa una computadora con Chrome, Edge o Firefox, aunque sea prestada, y abre ahí esta página.',
      'Si la llave de acceso está solo en el teléfono, activa el Bluetooth en los dos. Firma como se describe abajo y, cuando el navegador pida la llave de acceso, elige el teléfono o la tableta: muestra un código QR, que escaneas con la cámara del teléfono.',
      'Si el tiempo de abajo se acaba antes, conecta el número de nuevo. Sin una computadora no se puede vincular la cuenta por ahora.',
    ],
  },
  extension: {
    title: 'Con la extensión del navegador, en dos clics',
    steps: [
      'Pulsa el botón de la extensión “Parley passkey” en la barra del navegador mientras ves esta página. Puede estar detrás de la pieza de rompecabezas.',
      'Se abre una pestaña de web.whatsapp.com. Revisa que nombre la dirección de esta página y firma ahí. Lo que se firmó vuelve solo.',
    ],
    progress: {
      opened: 'La extensión abrió una pestaña de web.whatsapp.com. Firma ahí.',
      invalid: 'La extensión no conoce lo que la red pide aquí. Consigue una más nueva, o firma sin ella.',
      unreachable:
        'La extensión no pudo funcionar en web.whatsapp.com. Revisa que esta computadora llegue a esa página y pulsa su botón de nuevo.',
      closed:
        'La pestaña se cerró antes de que alguien firmara. Pulsa el botón de la extensión para intentar de nuevo.',
      declined: 'No se firmó. Pulsa el botón de la extensión para intentar de nuevo.',
    },
    install: 'Conseguir la extensión',
    installBody:
      'Funciona con cualquier servicio Parley, no guarda nada y ve una página solo cuando pulsas ahí su botón.',
    installChrome: [
      'Descarga el archivo y descomprímelo en una carpeta que se quede.',
      'Abre chrome://extensions y activa el “Modo de desarrollador”.',
      'Pulsa “Cargar extensión sin empaquetar” y elige esa carpeta.',
      'Vuelve a esta página.',
    ],
    installFirefox: [
      'Descarga el archivo.',
      'Abre about:debugging#/runtime/this-firefox.',
      'Pulsa “Cargar complemento temporal” y elige el archivo. Firefox lo olvida cuando se cierra.',
      'Vuelve a esta página.',
    ],
    download: 'Descargarla',
  },
  byHand: 'Sin la extensión',
  steps: [
    'Abre web.whatsapp.com en un navegador que tenga la llave de acceso de esta cuenta. Ahí no hace falta iniciar sesión.',
    'Abre la consola de esa página (F12, luego Consola). El navegador puede pedirte antes que escribas “allow pasting”.',
    'Copia el script, pégalo ahí y pulsa Enter. Pulsa el botón que aparece y firma.',
    'Copia el texto que muestra después la página y pégalo aquí.',
  ],
  open: 'Abrir web.whatsapp.com',
  script: 'Script para la consola',
  scriptSign: 'Firmar con la llave de acceso',
  scriptCopy: 'Copia todo este texto y pégalo en Parley:',
  scriptFailed: 'No se pudo firmar. Pulsa el botón para intentar de nuevo.',
  result: 'Lo que mostró la página',
  resultWrong:
    'Este no es el texto que muestra la página. Cópialo todo, desde el primer { hasta el último }.',
  send: 'Entregar',
  phone: 'La llave de acceso se aceptó. Mantén WhatsApp abierto en el teléfono mientras vincula este número.',
  compare: '¿El teléfono muestra este código?',
  compareBody: 'Confirma solo cuando todas las letras y cifras sean iguales.',
  /** For who cannot stop the client. */
  compareElse: 'Si es otro, cierra esta página y no confirmes nada en el teléfono.',
  codeLabel: (code: string) => `Código para comparar con el del teléfono: ${code}`,
  confirm: 'El teléfono muestra el mismo código',
  differs: 'El teléfono muestra otro código',
  differed: 'No se vinculó nada, y el número está en pausa.',
  differedBody:
    'Quizá otra persona intenta vincular un dispositivo a esta cuenta: no confirmes nada en el teléfono. Conecta el número para tener otro código.',
  endsIn: (seconds: number) =>
    `Quedan ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`,
}
