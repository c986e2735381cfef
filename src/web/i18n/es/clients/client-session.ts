import type { clientSession as en } from '../../en/clients/client-session.ts'

export const clientSession: typeof en = {
  title: 'Mover a otro servicio',
  body: 'La sesión es lo que mantiene vinculada la cuenta. Puede salir en un archivo cifrado y seguir en otro Parley, sin escanear de nuevo.',
  notPaired: 'Este número aún no tiene sesión. Una que se exportó en otro lugar puede seguir aquí.',
  stopFirst: 'Primero pausa el número.',
  away: 'La sesión se exportó',
  awayBody:
    'El número sigue en pausa aquí, porque dos lugares con la misma sesión se sacan uno a otro. Importa el archivo en el otro lugar, o recupera la sesión.',
  exportAction: 'Exportar la sesión',
  exportAgain: 'Exportar de nuevo',
  exportTitle: '¿Exportar la sesión?',
  exportWarnings: [
    'El número entra en pausa aquí y sigue así hasta que recuperes la sesión.',
    'Quien tenga el archivo y la frase secreta tiene los mensajes de la cuenta, hasta que el teléfono quite el dispositivo vinculado.',
    'La frase secreta no se guarda en ninguna parte. Sin ella nadie puede leer el archivo.',
  ],
  passphrase: 'Frase secreta',
  passphraseHint: 'Al menos 12 caracteres.',
  repeat: 'Frase secreta de nuevo',
  repeatWrong: 'Las dos no son iguales.',
  exported: 'La sesión está en el archivo',
  exportedBody: (fileName: string): string =>
    `Tu navegador guarda ${fileName}. Impórtalo en el otro lugar con la frase secreta; este número sigue en pausa.`,
  saveAgain: 'Guardarlo de nuevo',
  done: 'Listo',
  importAction: 'Importar una sesión',
  importTitle: 'Importar una sesión',
  importBody: 'De un archivo que exportó otro Parley. Allá ya nada puede usar la sesión.',
  file: 'Archivo',
  importPassphrase: 'Frase secreta del archivo',
  imported: (number: string | null): string =>
    `La sesión ${number ? `de ${number} ` : ''}está aquí. Conecta el número; no hay que escanear nada.`,
  moveInAction: 'Traer de otro programa',
  moveInTitle: 'Traer de otro programa',
  moveInBody:
    'Para sesiones de Baileys, Evolution API y WAHA (NOWEB). La cuenta sigue aquí con sus conversaciones, y no hay que escanear nada.',
  moveInWarnings: [
    'Mueve, no copies: detén el otro programa para siempre antes de conectar el número aquí. No cierres la sesión allá.',
    'Mientras funcionan los dos, se sacan uno a otro y los mensajes quedan ilegibles.',
    'Nada se guarda como sesión de este número hasta que haya iniciado una vez.',
  ],
  moveInFrom: 'Qué tienes',
  moveInFolder: 'Una carpeta con creds.json',
  moveInFiles: 'Un zip, o archivos JSON',
  moveInFolderHint:
    'Se leen todos los archivos JSON de la carpeta. Para Evolution API, pon en ella la fila de Session en JSON.',
  moveInFilesHint:
    'Un zip de la carpeta, un documento con creds y keys, o filas en JSON. Selecciona todos los archivos que van juntos.',
  moveInSession: 'Nombre de la sesión (opcional)',
  moveInSessionHint: 'Solo cuando hay varias: su carpeta, o su id en las filas.',
  moveInTooLarge: 'Son más de 24 MB. Haz un zip de la carpeta y elígelo.',
  moveInNoFiles: 'En esa carpeta no hay ningún archivo JSON.',
  movedIn: (number: string | null): string =>
    `La sesión ${number ? `de ${number} ` : ''}espera su primer inicio. Detén el otro programa y luego conecta el número.`,
  waiting: 'Una sesión importada espera su primer inicio',
  waitingBody:
    'Detén el lugar de donde viene, sin cerrar ahí la sesión, y luego conecta el número. Si WhatsApp no la acepta, no se guarda nada de ella.',
  reclaimAction: 'Recuperar la sesión',
  reclaimTitle: '¿Recuperar la sesión?',
  reclaimBody:
    'Solo cuando ningún otro lugar la usa: dos conexiones de una sesión se reemplazan una a otra. El archivo exportado sigue sirviendo en otro lugar, así que elimínalo.',
  reclaimed: 'La sesión está aquí de nuevo. Conecta el número cuando ningún otro lugar la use.',
}
