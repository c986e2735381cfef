import type { TypebotNoteWords } from '../typebot-notes.ts'

export const typebotNotes: TypebotNoteWords = {
  // Texts, files and pages
  LIST_WRITING: 'una lista se escribe como este servicio escribe listas',
  CODE_IN_TEXT: 'el código en el texto se ejecuta en un entorno aislado, sin red',
  IMAGE_LINK: 'un clic en la imagen llevaba a una página',
  SENT_AS_LINK: 'se envía como enlace',
  // Questions
  BOUNDS_UNCHECKED: 'los límites que vienen de variables no se revisan',
  DATE_AS_TEXT: 'una fecha con hora o un intervalo se acepta como texto',
  STORED_AS_DATE: 'la respuesta se guarda como AAAA-MM-DD',
  STORED_AS_TIME: 'la respuesta se guarda como HH:MM',
  STORED_AS_URL: 'la respuesta se guarda completa, con https://',
  RATING_AS_NUMBER: 'se responde con un número entero de la escala',
  ONE_FILE: 'acepta un archivo, no varios; se guarda con su tipo, no como dirección',
  FILE_WITH_KIND: 'el archivo se guarda con su tipo, no como dirección',
  FILE_OR_TEXT: 'un archivo o una nota de voz se guarda en la misma variable',
  FIRST_MESSAGE_SILENT: 'un primer mensaje que no la responde se pasa por alto en silencio',
  PICTURES_LEFT_OUT: 'las imágenes y las descripciones no se muestran',
  PAYMENT_LINK:
    'un enlace de pago en lugar de un formulario: guarda el secreto "stripe" para api.stripe.com y define adónde lleva la página después del pago',
  PAYMENT_LOOKED_UP:
    'lo que se escriba después del enlace hace consultar el pago, y también una llamada a la dirección en los metadatos de la sesión',
  CARDS_AS_MENU: 'las tarjetas se envían una debajo de otra, con un menú de todos sus botones',
  BUTTONS_LEFT_OUT: 'los botones que no caben en un menú quedan fuera',
  LIST_IN_PAGES: 'una lista larga se muestra por páginas, y una vacía se pasa por alto',
  NO_ONE_TIME_CODES: 'no hay códigos de un solo uso; pregunta el código y compruébalo por http',
  // Values
  CONTACT_ADDRESS: 'la dirección del contacto',
  ALWAYS_MOBILE: 'siempre "mobile"',
  NO_CHANCE: 'contacto y hora en lugar del azar',
  FLOW_TIME_ZONE: 'por la zona horaria del flujo',
  MOMENT_IN_UTC: 'el momento se escribe en UTC',
  NO_VALUE: ({ name }) => `no hay un valor "${name}"`,
  LIST_COPIED: 'la lista se copia como lista',
  COUNTS_FROM_ZERO: 'cuenta desde 0 cuando antes no se guardó nada',
  SCRIPT_COMPUTES: 'se calcula con un script sin red; un resultado que no es un número queda vacío',
  TRANSCRIPT_READ:
    'no se guarda una transcripción: un modelo lee la conversación misma, en los demás lugares queda vacía',
  DECIMALS: 'se calcula en decimales; lo que no se puede calcular deja el valor como estaba',
  // Conditions and paths
  FORM_FOLDED: 'las mayúsculas, los acentos y la forma de un número no cambian nada',
  ACCENTS_FOLDED: 'los acentos no cambian nada',
  NUMBERS_ORDERED: 'solo los números y las fechas tienen orden',
  WAIT_IN_VARIABLE: 'el tiempo de espera viene de una variable; escríbelo',
  WHOLE_SECOND: 'espera un segundo entero',
  JUMP_IN_VARIABLE: 'el grupo al que se salta lo nombra una variable; dibuja los caminos',
  RETURNS_BOUNDED: ({ most }) => `vuelve a ${most} lugares como máximo`,
  LINKED_BOT:
    'importa también el bot enlazado y luego elígelo aquí; hay que dar nombre a las entradas y salidas',
  RESUMED_BY_API: 'espera hasta que la API reanude la ejecución con un texto',
  NO_LOOP: 'dibuja la repetición con un contador, una condición y un salto',
  PAGE_SCRIPT_LEFT_OUT: 'un script de la página del visitante queda fuera',
  SCRIPT_WITHOUT_PAGE: 'se ejecuta en un entorno aislado, sin página ni red',
  // Calls and other services
  ADDRESS_INCOMPLETE: 'hay que escribir la dirección',
  ERROR_NOT_STORED: 'no se guarda nada de una respuesta que informa un error',
  BODY_OF_ALL_ANSWERS: 'hay que escribir el cuerpo con todas las respuestas',
  BODY_AS_TEXT: 'el cuerpo se envía como texto',
  MODEL_TO_SET_UP: 'configura el modelo que responde aquí: su proveedor, su nombre y su clave no vienen',
  CONVERSATION_READ: 'el modelo lee la conversación misma en lugar de una variable',
  COUNTS_NOT_STORED: 'los recuentos de tokens y los ids de hilos no se guardan',
  TOOLS_LEFT_OUT: 'sus herramientas no vienen: haz de cada una un flujo o una llamada y dásela al modelo',
  ASSISTANT_ELSEWHERE: 'las instrucciones del asistente se quedan con su proveedor: escríbelas aquí',
  NO_SPEECH: 'aquí no se genera ni se transcribe voz; trabaja con textos, o llama a un servicio por http',
  MEASUREMENTS_LEFT_OUT: 'las mediciones de páginas web quedan fuera',
  HANDOFF_WITHOUT_CHATWOOT: 'aquí atiende una persona, sin Chatwoot',
  MAIL_SERVER_TO_SET_UP:
    'guarda tu servidor de correo como el secreto "mail": el que usaba y su remitente no vienen',
  MAIL_TO_NOBODY: 'el correo no dice a quién va, así que en su lugar se llama a un webhook',
  HIDDEN_COPIES_LEFT_OUT:
    'las copias ocultas quedan fuera: aquí quien recibe un correo ve quién más lo recibe',
  ATTACHMENTS_LEFT_OUT:
    'los archivos que están en direcciones no se adjuntan; elige archivos que haya recibido el flujo',
  SHEET_ROW_APPENDED: ({ columns }) =>
    `una llamada a Google añade la fila: configura Google como la conexión "google", revisa la hoja de cálculo en la dirección y pon los valores en el orden de sus columnas (${columns || 'ninguna tiene nombre'})`,
  SHEET_ROWS_READ:
    'una llamada a Google lee las filas de la primera hoja: configura Google como la conexión "google" y toma de la respuesta la fila que quieras, o llama en su lugar a la receta "Hojas de cálculo de Google: buscar una fila"',
  SHEET_ROW_NOT_CHANGED: ({ columns }) =>
    `la fila no se cambia, la hoja solo se lee: busca su número con la receta "Hojas de cálculo de Google: buscar una fila" y escríbela por http (${columns || 'ninguna columna tiene nombre'})`,
  BLOCK_UNKNOWN: ({ type }) => `aquí no se conocen bloques del tipo "${type}"`,
  // Starts and events
  COMMAND_AS_START: ({ command }) => `el comando "${command}" pasó a ser un inicio por la API`,
  EVENT_LEFT_OUT: ({ type }) => `los eventos del tipo "${type}" no tienen lugar aquí`,
  ANY_WORD_STARTS: 'basta una de las palabras para empezar',
  START_CONDITION_LOST: 'hay que escribir de nuevo la condición de inicio',
  ANY_MESSAGE_STARTS: 'lo inicia cualquier mensaje, una vez por hora como máximo',
  GROUPS_NOT_REACHED: ({ groups }) =>
    `nada lleva a lo que está en ${groups.map((title) => `"${title}"`).join(', ')}; conéctalo o quítalo, si no, el flujo no se puede publicar`,
}
