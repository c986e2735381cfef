import type { ContactFieldType } from '../../core/contact/contact-fields.ts'
import type { CronField } from '../../core/flow/index.ts'
import type { FindingWords } from '../findings.ts'

/** What a field takes, by the kinds that schemas name. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'una lista',
  object: 'un objeto',
  record: 'un objeto',
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'verdadero o falso',
}

const CRON_FIELDS: Readonly<Record<CronField, string>> = {
  minute: 'minuto',
  hour: 'hora',
  day: 'día del mes',
  month: 'mes',
  weekday: 'día de la semana',
}

/** What a defined field of contacts holds, and how the type of a value for it is called in the form of a node. */
export const FIELD_TYPES: Readonly<Record<ContactFieldType, string>> = {
  text: 'un texto',
  number: 'un número',
  boolean: 'sí o no',
  date: 'una fecha',
  choice: 'una opción',
}
const READ_AS: Readonly<Record<ContactFieldType, string>> = {
  text: 'Texto',
  number: 'Número',
  boolean: 'Sí o no',
  date: 'Fecha',
  choice: 'Texto',
}

const flow: FindingWords['flow'] = {
  // The graph
  EDGE_TWICE: ({ handle, node }) => `"${handle}" de "${node}" ya tiene una conexión; quita una de las dos.`,
  LEADS_NOWHERE: ({ exit }) =>
    `"${exit}" no lleva a ninguna parte: la ejecución termina ahí. Conéctala, o agrega un nodo de fin.`,
  EDGE_FROM_NOWHERE: ({ node }) => `La conexión empieza en "${node}", que no existe; quítala.`,
  EDGE_TO_NOWHERE: ({ node }) => `La conexión lleva a "${node}", que no existe; quítala.`,
  NO_WAY_IN: ({ type }) => `Nada puede llevar a un nodo ${type}; quita la conexión.`,
  EXIT_UNKNOWN: ({ type, node, handle }) =>
    `El nodo ${type} "${node}" no tiene la salida "${handle}"; quita la conexión.`,
  NO_TRIGGER_LEADS: 'Ningún disparador lleva a alguna parte; agrega un nodo disparador y conéctalo.',
  NOT_REACHED: ({ node }) => `Ningún disparador llega a "${node}"; conéctalo o quítalo.`,
  LOOP: ({ node }) =>
    `El camino por "${node}" vuelve a él sin esperar; agrega una pregunta o una espera, o asegúrate de que una condición salga de él.`,
  NODE_ID_TWICE: ({ id }) => `Dos nodos tienen el id "${id}"; dale uno propio a cada uno.`,
  EDGE_ID_TWICE: ({ id }) => `Dos conexiones tienen el id "${id}"; dale uno propio a cada una.`,
  MANY_NODES: ({ count }) => `El flujo tiene ${count} nodos; los subflujos lo mantienen legible.`,
  GO_TO_ITSELF: 'El nodo va a sí mismo; elige otro destino.',
  GO_TO_NOWHERE: ({ node }) => `No hay un nodo "${node}" al que ir; elige otro destino.`,
  GO_TO_NO_ENTRY: ({ type }) => `Un salto no puede llevar a un nodo ${type}; elige el nodo que le sigue.`,
  FALLBACK_BLANK: ({ behavior }) =>
    `El texto para lo que no se entiende está vacío, pero "${behavior}" lo envía; escribe el texto.`,
  // What the host has
  TYPE_UNKNOWN: ({ type }) =>
    `Este servidor no conoce el tipo de nodo "${type}"; quita el nodo o actualiza el servidor.`,
  TYPE_UNSUPPORTED: ({ type }) =>
    `Este servidor aún no ejecuta nodos ${type}; quita el nodo o actualiza el servidor.`,
  USE_UNSUPPORTED: ({ type, need }) =>
    `Este uso de ${type} necesita ${need}, que este servidor aún no ejecuta; cambia el nodo.`,
  FILE_LEFT_OUT: 'Un archivo no vino con el flujo; agrégalo aquí.',
  FILE_GONE: 'Un archivo guardado ya no existe; elige otro.',
  SECRET_UNKNOWN: ({ name }) => `No hay un secreto "${name}"; guárdalo primero, o corrige el nombre.`,
  SECRET_HELD: ({ name, host }) =>
    `El secreto "${name}" no puede ir a ${host}; indica este servidor en él, o corrige la dirección.`,
  SECRET_IN_TEXT: ({ path }) =>
    `${path} parece contener un secreto; guárdalo mejor como secreto del servidor.`,
  // Triggers, menus and other flows
  KEYWORD_SHARED: ({ keyword, flow }) =>
    `"${keyword}" también inicia el flujo "${flow}"; la prioridad decide cuál se ejecuta.`,
  MOMENT_PAST:
    'El momento ya pasó, así que no se inicia a nadie; elige uno posterior o un horario que se repite.',
  WAITS_FOR_EVER: 'La ejecución espera aquí para siempre cuando nadie responde; pon un tiempo límite.',
  KEYWORD_OF_MENU: ({ keyword }) =>
    `"${keyword}" también es una palabra clave del menú principal, que gana; cambia el nombre de la opción.`,
  CALLS_ITSELF: 'Un flujo no puede llamarse a sí mismo; usa un salto.',
  CALLED_UNPUBLISHED: 'El flujo llamado no está publicado para este número; publícalo primero.',
  CALLED_WITHOUT_TRIGGER: 'El flujo llamado no tiene un disparador de API conectado; agrega uno.',
  // Languages
  TRANSLATION_MISSING: ({ languages }) =>
    `Faltan textos en: ${languages}. Ahí los contactos leen el idioma principal.`,
  TRANSLATION_STALE: ({ languages }) =>
    `El texto cambió después de traducirse: ${languages}. Revisa la traducción.`,
  TRANSLATION_UNFIT: ({ languages }) =>
    `Una traducción inserta otros valores entre llaves que el texto: ${languages}. Usa los mismos.`,
  TRANSLATION_BROKEN: ({ language }) =>
    `Un texto no se puede usar en ${language}: está en blanco o es demasiado largo, sus llaves no están bien, o dos opciones tienen el mismo nombre. Corrige la traducción.`,
  // A definition that cannot be read
  SETTINGS_TIME_ZONE: ({ place }) => `${place}: usa una zona horaria IANA, como America/Mexico_City`,
  DECLARED_NAME: ({ place }) =>
    `${place}: el nombre de una variable es una letra o _ y hasta 63 letras, dígitos o _`,
  // What has no code here: a document that is no flow, and what a newer service says
  OTHER: ({ sentence }) => sentence,
}

const field: FindingWords['field'] = {
  // Triggers and other flows
  IDLE_TIME_MISSING: 'di después de cuántos segundos sin actividad se inicia el flujo',
  DECLARED_TWICE: ({ name }) => `"${name}" está declarado dos veces`,
  DEFAULT_OF_OTHER_TYPE: ({ type }) => `no es del tipo ${type}; corrige el valor o cambia el tipo`,
  KEYWORD_BLANK: 'una palabra clave no puede estar vacía',
  KEYWORDS_MISSING: 'escribe al menos una palabra clave',
  KEYWORDS_TOO_MANY: 'escribe como máximo 50 palabras clave',
  MENU_KEYWORD_TOO_LONG: 'una palabra clave del menú principal tiene como máximo 40 caracteres',
  MAIN_MENU_TWICE: 'un flujo tiene un solo disparador de menú principal; quita los demás',
  TIME_ZONE_UNKNOWN: 'usa una zona horaria IANA, como America/Mexico_City',
  NO_ADDRESS: 'no es un número de teléfono ni una dirección',
  CRON_OR_MOMENT: 'pon un horario que se repite o un momento, uno de los dos',
  NO_MOMENT: 'no es una fecha con hora, como 2026-12-24 18:00',
  NO_MOMENT_TO_WAIT_FOR: 'no es una fecha con hora, como 2026-12-24T18:00:00Z o 2026-12-24 18:00',
  AUDIENCE_MISSING: 'indica etiquetas, marcas o direcciones; aún no se dirige a nadie',
  CRON_INCOMPLETE:
    'un horario que se repite tiene cinco campos: minuto hora día-del-mes mes día-de-la-semana',
  CRON_FIELD: ({ text, field }) =>
    `"${text}" no sirve como ${CRON_FIELDS[field]} de un horario que se repite`,
  FLOW_TO_CALL_MISSING: 'elige el flujo que se llama',
  FLOW_TO_SWITCH_TO_MISSING: 'elige el flujo al que se pasa',
  NODE_TO_GO_TO_MISSING: 'elige el nodo al que se va',
  NO_CALL_PATH: 'empieza con body, query o headers, como body.customer.phone, query.id o headers.x-id',
  SIGNATURE_SECRET_MISSING:
    'indica el secreto con que se firman las llamadas, como {{ secrets.shop }}, y nada más',
  NO_EVENT_NAME: 'un evento tiene de 1 a 64 letras minúsculas, dígitos, _ o .',
  // Questions and options
  NO_COUNTRY: 'un país son dos letras, por ejemplo MX',
  GROUP_CHANGES_MISSING: 'elige al menos una cosa que pasa',
  CALL_STATES_MISSING: 'elige al menos un estado de la llamada',
  LABELS_MISSING: 'nombra una etiqueta para poner o quitar',
  LABEL_ALSO_REMOVED: ({ label }) => `la etiqueta "${label}" se pone y se quita`,
  NO_GROUP: 'esto no es un grupo: su dirección termina en @g.us',
  NO_PEOPLE: 'cada uno es un número, una dirección o el @usuario de una persona',
  NO_CHANNEL: 'esto no es un canal: su dirección termina en @newsletter',
  NOTHING_TO_POST: 'escribe un texto o elige un archivo',
  NO_COLOUR: 'un color tiene la forma #1f6e5c',
  REMINDERS_TOO_MANY: ({ most }) => `como máximo ${most} recordatorios`,
  MIN_ABOVE_MAX: 'es mayor que el máximo',
  PATTERN_MISSING: 'escribe el patrón que debe cumplir la respuesta',
  REMINDERS_UNORDERED: 'los recordatorios van del más temprano al más tardío',
  REMINDER_AFTER_TIMEOUT: 'un recordatorio va antes del tiempo límite',
  NO_DATE_FORMAT: 'tiene YYYY, MM y DD una vez cada uno',
  NO_CASE_ID: 'el id de un caso tiene de 1 a 64 letras, dígitos, _ o -',
  NO_OPTION_ID: 'el id de una opción tiene de 1 a 64 letras, dígitos, _ o -',
  NO_ARM_ID: 'el id de una rama tiene de 1 a 64 letras, dígitos, _ o -',
  CASES_MISSING: 'agrega al menos un caso',
  OPTIONS_MISSING: 'agrega al menos una opción',
  CONTACTS_MISSING: 'agrega al menos un contacto',
  ASSIGNMENTS_MISSING: 'agrega al menos una asignación',
  CONTACTS_TOO_MANY: 'como máximo 20 contactos',
  USED_TWICE: ({ id }) => `"${id}" se usa dos veces`,
  CASE_FORMS: 'pon exactamente uno: todas, cualquiera o expresión',
  ROW_WITHOUT_LEFT: ({ op }) => `una fila con "${op}" necesita un lado izquierdo`,
  ROW_WITHOUT_RIGHT: ({ op }) => `una fila con "${op}" necesita un lado derecho`,
  NO_TYPE_TO_COMPARE: ({ types }) => `is_type compara con ${types}`,
  OPTIONS_TOO_MANY: 'un menú tiene como máximo 20 opciones',
  SEVERAL_NO_POLL: 'una encuesta responde con el primer toque; usa texto numerado para elegir varias',
  MENU_NO_POLL: ({ most, count }) =>
    `una encuesta tiene de 2 a ${most} opciones, no ${count}; elige texto numerado`,
  NUMBER_OF_ANOTHER: ({ name }) => `"${name}" es el número de otra opción`,
  NAME_OF_TWO: ({ name }) => `"${name}" es el nombre de dos opciones`,
  POLL_TOO_SHORT: 'una encuesta tiene al menos 2 opciones',
  POLL_TOO_LONG: ({ most }) => `una encuesta tiene como máximo ${most} opciones`,
  THERE_TWICE: ({ text }) => `"${text}" aparece dos veces`,
  SELECTABLE_TOO_MANY: 'es más que las opciones que hay',
  WEIGHT_NOT_POSITIVE: 'un peso es mayor que 0',
  NO_MODEL_NAME: 'el nombre de un modelo tiene de 1 a 64 letras, dígitos, _ o -, y no empieza con un dígito',
  NO_ROUTE_ID: 'el id de un camino tiene de 1 a 64 letras, dígitos, _ o -',
  NO_TOOL_NAME:
    'una herramienta se nombra con letras, dígitos, _ y -, 64 como máximo, y no empieza con un dígito',
  TOOLS_MISSING: 'pon al menos una herramienta, o deja que solo responda',
  TOOLS_TOO_MANY: ({ most }) => `hay como máximo ${most} herramientas`,
  ROUTES_TOO_FEW: 'pon al menos dos caminos entre los que elegir',
  ROUTES_TOO_MANY: ({ most }) => `hay como máximo ${most} caminos`,
  INSTRUCTION_READS: ({ name }) =>
    `las instrucciones no pueden leer {{ ${name} }}, que puede contener palabras de otros; léelo en los datos`,
  EXTRACT_WITHOUT_VARIABLE: 'indica la variable que recibe el objeto extraído',
  NO_COLLECTION_NAME: 'una colección se nombra con letras, dígitos, _ y -, y no empieza con un dígito',
  COLLECTIONS_MISSING: 'indica las colecciones de documentos en que se busca, o busca en todas',
  SOURCES_WITHOUT_KNOWLEDGE: 'no hay fuentes donde no se busca en documentos',
  APPROVAL_SENDS_NOTHING: 'aquí no se envía nada que una persona pueda aprobar',
  SCHEMA_MISSING: 'di en un JSON Schema qué se debe extraer',
  SCHEMA_NO_JSON: 'no es un JSON Schema',
  SCHEMA_NO_OBJECT: 'tiene que ser el esquema de un objeto, con sus propiedades',
  SCHEMA_TOO_LARGE: ({ most }) => `es demasiado grande: como máximo ${most} caracteres y 1,000 valores`,
  SCHEMA_KEYWORD: ({ name }) =>
    `no puede usar "${name}"; solo se entienden tipos, propiedades, listas, opciones y tamaños`,
  NO_LINK_HOST: ({ name }) =>
    `"${name}" no es un servidor; escríbelo como tienda.example.com o *.example.com`,
  MODEL_NOT_SET: ({ name }) => `no hay un modelo "${name}"; configúralo en la página Modelos, o elige otro`,
  MODEL_KEY_MISSING: ({ name, secret }) =>
    `el modelo "${name}" toma su clave del secreto "${secret}", que falta; guárdalo`,
  NO_TABLE_NAME: 'una tabla se nombra con letras, dígitos y _, sin un dígito al principio',
  NO_COLUMN_NAME: 'una columna se nombra con letras, dígitos y _, sin un dígito al principio',
  ROW_VALUES_MISSING: 'dale a la fila al menos un valor',
  ROW_FILTER_MISSING: 'di qué filas son; sin filtro serían todas',
  TABLE_UNKNOWN: ({ name }) => `no hay una tabla "${name}"; créala en la página Tablas`,
  COLUMN_UNKNOWN: ({ name, table }) => `la tabla "${table}" no tiene la columna "${name}"`,
  CONTACT_FIELD_UNDEFINED: ({ name }) =>
    `los contactos no tienen el campo "${name}"; defínelo en la página Contactos, para que las personas lo vean y lo cambien`,
  CONTACT_FIELD_TYPE: ({ name, type }) =>
    `el campo "${name}" es ${FIELD_TYPES[type]}; elige "${READ_AS[type]}" como tipo del valor`,
  CONTACT_FIELD_VALUE: ({ name, type, choices }) =>
    type === 'choice'
      ? `el campo "${name}" es uno de estos: ${choices}`
      : `el campo "${name}" es ${FIELD_TYPES[type]}, y esto no lo es`,
  ANSWER_ABOVE_LIMIT: ({ name, most }) =>
    `es más que los ${most} tokens que una ejecución puede gastar del modelo "${name}"`,
  ARMS_TOO_FEW: 'una división tiene al menos dos ramas',
  ARMS_TOO_MANY: 'una división tiene como máximo 20 ramas',
  NO_FILE_KIND: ({ kinds }) => `no es ninguna de las clases: ${kinds}`,
  // Actions
  EMOJI_MISSING: 'pon el emoji de la reacción',
  LABEL_MISSING: 'escribe la etiqueta',
  NO_MILLISECONDS: 'pon de 0 a 60000 milisegundos',
  SCRIPT_TOO_LONG: 'como máximo 32 KiB',
  SCRIPT_BLANK: 'está vacío; escribe el script',
  SCRIPT_TIME_TOO_LONG: 'como máximo 2 segundos',
  TAGS_MISSING: 'indica una etiqueta para poner o quitar',
  TAG_ALSO_REMOVED: ({ tag }) => `"${tag}" también se quita; quédate con una de las dos`,
  WAIT_TOO_SHORT: 'al menos un segundo',
  WAIT_TOO_LONG: 'como máximo 30 días',
  CALL_TIME_TOO_LONG: 'como máximo 60 segundos',
  TIMEOUT_TOO_SHORT: ({ least }) => `al menos ${least} segundos`,
  WAIT_MISSING: 'di cuánto se espera',
  CALENDAR_MISSING: 'pon los horarios que se esperan',
  MOMENT_MISSING: 'di hasta cuándo se espera',
  DURATION_NEGATIVE: 'una duración no es negativa',
  DEPARTMENT_OR_PERSON: 'elige un departamento o una persona, no ambos',
  DEPARTMENT_GONE: 'este departamento no existe; elige otro',
  PERSON_GONE: 'esta persona no está en el espacio de trabajo o no puede escribir a contactos; elige otra',
  NO_CLOCK_TIME: 'no es una hora como 09:00',
  NO_DATE: 'no es una fecha como 2026-12-25',
  ENDS_BEFORE_IT_BEGINS: 'termina antes de empezar; divídelo en la medianoche (24:00 y 00:00)',
  NEVER_OPEN: 'nunca abre; pon horarios al menos a un día',
  FASTER_THAN_CLIENT: ({ most }) =>
    `este número envía como máximo ${most} mensajes por minuto; baja el valor.`,
  // Addresses and files
  URL_MISSING: 'escribe la dirección',
  MAPS_TOO_MANY: ({ most }) => `como máximo ${most} asignaciones`,
  NO_SECRET_NAME: 'no es el nombre de un secreto',
  NO_HEADER_NAME: ({ name }) => `"${name}" no es el nombre de un encabezado`,
  HEADER_WITH_LINE_BREAK: 'un encabezado no tiene saltos de línea',
  NO_JSON_PATH: 'no es una ruta como items[0].status',
  METHOD_WITHOUT_BODY: ({ method }) => `una solicitud ${method} no tiene cuerpo; quítalo o elige POST`,
  BODY_NO_TEXT: 'escribe un texto',
  EMAIL_SECRET_MISSING: 'indica el secreto del servidor de correo, como {{ secrets.mail }}, y nada más',
  EMAIL_TO_MISSING: 'di a quién va el correo',
  EMAIL_SUBJECT_MISSING: 'ponle un asunto al correo',
  EMAIL_EMPTY: 'escribe un texto, o uno en HTML',
  EMAIL_FILES_TOO_MANY: ({ most }) => `como máximo ${most} archivos`,
  NO_EMAIL_ADDRESS: 'escribe direcciones como ana@example.com, separadas por comas y sin nombres',
  BODY_NO_FILE: 'indica el archivo por su mediaId, por ejemplo {{ vars.photo.mediaId }}',
  FILE_WITHOUT_PLACE: 'solo va en un formulario con partes o en JSON; elige uno de ellos como tipo de cuerpo',
  FILE_IN_NO_OBJECT: 'recibe un archivo, así que tiene que ser un objeto JSON',
  BODY_NO_JSON:
    'no es JSON válido; pon comillas alrededor de cada {{ }} (un valor que es un solo {{ }} conserva su tipo)',
  JSON_TOO_DEEP: ({ most }) => `es demasiado JSON: tiene más de ${most} niveles.`,
  JSON_TOO_LARGE: ({ most }) => `es demasiado JSON: tiene más de ${most} valores y claves.`,
  NO_MEDIA_TYPE: 'no es un tipo de archivo como image/jpeg',
  NO_CAPTION: ({ kind }) => `${kind} no lleva texto; envíalo como un mensaje aparte`,
  MEDIA_TYPE_OF_ANOTHER: ({ type, kind }) => `"${type}" no es ${kind}; cambia la clase o el tipo`,
  URL_AND_ASSET: 'pon una dirección o un archivo guardado, no los dos',
  NO_URL_OR_ASSET: 'pon una dirección o un archivo guardado',
  NO_HTTP_ADDRESS: 'empieza con https:// (o http://)',
  HOST_IS_TEMPLATE: 'escribe el servidor completo; solo lo que sigue puede ser una plantilla',
  HOST_MISSING: 'no nombra ningún servidor',
  CREDENTIALS_IN_ADDRESS: 'quita lo que está antes del @; un usuario o una contraseña va en un encabezado',
  ADDRESS_PRIVATE:
    'es una dirección de una red privada; usa una pública, o pide a un operador que la permita (OUTBOUND_ALLOW)',
  NOT_ENCRYPTED:
    'se llamaría sin cifrado; usa https, o pide a un operador que permita la dirección (OUTBOUND_ALLOW)',
  ALBUM_TOO_SHORT: 'un álbum tiene al menos 2 elementos',
  ALBUM_TOO_LONG: ({ most }) => `un álbum tiene como máximo ${most} elementos`,
  ALBUM_WITH_FILE: 'un álbum toma sus archivos de los elementos; quita la dirección y el archivo guardado',
  NO_DEGREES: ({ most }) => `pon grados de -${most} a ${most}`,
  NO_PHONE: 'no es un número en formato internacional, como +5215512345678',
  // Variables, templates and secrets
  NO_AMOUNT: 'un incremento es un número o una {{ plantilla }}',
  NO_VARIABLE_NAME: 'el nombre de una variable es una letra o _ y hasta 63 letras, dígitos o _',
  NO_INPUT_NAME: 'el nombre de una entrada es una letra o _ y hasta 63 letras, dígitos o _',
  NAME_RESERVED: 'este nombre está reservado; elige otro',
  TEXT_TOO_LONG: ({ most }) => `como máximo ${most} caracteres`,
  TEXT_BLANK: 'está vacío; escribe el texto',
  ALWAYS_EMPTY: ({ name, root, fields }) => `"${name}" siempre está vacío; de ${root} hay ${fields}.`,
  NEVER_SET: ({ name }) => `nada en este flujo define "${name}"; queda vacío, a menos que lo dé una entrada.`,
  ROOT_UNKNOWN: ({ name, root }) =>
    `"${name}" empieza con "${root}", que no es una variable ni una raíz conocida`,
  SECRET_NOT_HERE: 'los secretos solo se usan en campos de http, ai y webhook; quítalo de aquí',
  SECRET_NOT_ALONE: ({ name }) => `escribe el secreto como {{ secrets.${name} }}, sin filtros ni condiciones`,
  EXPRESSION_IN_BRACES: 'escribe una expresión sin {{ }}, por ejemplo vars.age >= 18',
  EXPRESSION_EMPTY: 'la expresión está vacía',
  FORMULA_MISSING: 'escribe la fórmula cuyo valor recibe la variable, por ejemplo vars.precio * 2',
  FORMULA_ENDS_EARLY: 'la fórmula termina demasiado pronto; falta algo después de su último signo',
  FORMULA_UNEXPECTED: ({ text, place }) => `"${text}" no cabe ahí, en la posición ${place}`,
  FORMULA_TEXT_OPEN: 'falta cerrar las comillas de un texto en la fórmula',
  FORMULA_FUNCTION_UNKNOWN: ({ name }) => `no hay una función "${name}"`,
  FORMULA_ARGUMENTS: ({ usage }) => `escribe la función como ${usage}`,
  FORMULA_TOO_DEEP: ({ most }) =>
    `los paréntesis y las funciones van unos dentro de otros hasta ${most} niveles`,
  PATTERN_TOO_LONG: ({ most }) => `un patrón tiene como máximo ${most} caracteres`,
  PATTERN_TOO_LARGE: 'el patrón es demasiado grande; usa menos repeticiones, o más pequeñas',
  PATTERN_CLASSES: ({ most }) => `un patrón tiene como máximo ${most} clases como \\p{L}`,
  PATTERN_NOT_RE2: ({ why }) =>
    `${why}; los patrones son RE2: no hay look-ahead, look-behind ni referencias hacia atrás`,
  // Any field
  FIELD_UNKNOWN: ({ names }) => `campo desconocido ${names}; quítalo`,
  NONE_OF_CHOICES: ({ choices }) => `elige uno de estos: ${choices}`,
  KIND_OTHER: ({ kind }) => `falta o es de otro tipo; pon ${KINDS[kind] ?? `un valor del tipo ${kind}`}`,
  TOO_SMALL: ({ least }) => `pon al menos ${least}`,
  TOO_BIG: ({ most }) => `pon como máximo ${most}`,
  // What the language of a text or a script says itself, in its own words
  UNREADABLE: ({ why }) => why,
}

export const findings: FindingWords = { flow, field }
