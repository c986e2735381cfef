import type { knowledge as en } from '../../en/data/knowledge.ts'

const problems: (typeof en)['problems'] = {
  ENCRYPTED: 'Tiene contraseña. Guárdalo sin ella y agrégalo de nuevo.',
  NO_TEXT: 'No hay texto en él, como en las páginas escaneadas. Pásale antes un reconocimiento de texto.',
  TOO_LARGE: 'Es demasiado grande, o está demasiado comprimido. Divídelo en varios documentos.',
  TOO_MUCH_MEMORY: 'Leerlo necesitó demasiada memoria. Divídelo, o guárdalo de nuevo.',
  TOO_SLOW: 'Leerlo tardó demasiado. Divídelo, o guárdalo de nuevo.',
  UNREADABLE: 'Está dañado y no se puede leer. Guárdalo de nuevo.',
  UNKNOWN_TYPE: 'No es de ninguno de los tipos que se leen. Guárdalo como PDF o DOCX.',
  LIMIT_PIECES: 'En tu plan no hay lugar para él. Quita otros documentos y léelo de nuevo.',
  FILE_MISSING: 'Su archivo ya no existe. Agrégalo de nuevo.',
  INTERRUPTED: 'El servicio se detuvo todas las veces mientras lo leía. Léelo de nuevo, o déjalo fuera.',
  ADDRESS_REFUSED: 'La dirección lleva a una red privada, a la que no se llama.',
  HOST_NOT_FOUND: 'No hay un servidor con este nombre. Revisa la dirección.',
  CONNECTION_FAILED: 'No se pudo llegar a su servidor. Léelo de nuevo más tarde.',
  PAGE_TOO_SLOW: 'Su servidor no respondió a tiempo. Léelo de nuevo más tarde.',
  PAGE_REFUSED: 'Su servidor no entrega la página. Las páginas que piden iniciar sesión no se pueden leer.',
  REDIRECT_REFUSED: 'La dirección redirige demasiadas veces. Usa la final.',
}

export const knowledge: typeof en = {
  title: 'Conocimiento',
  intro: 'Documentos y páginas web con los que responden tus flujos. Nadie más los ve.',
  empty: 'Aún no hay documentos',
  emptyBody:
    'Agrega listas de precios, horarios y lo que preguntan los clientes. Un flujo busca en ellos antes de preguntar a un modelo.',
  add: {
    title: 'Agregar',
    collection: 'Colección',
    collectionHint: 'Letras, dígitos, _ y -. Los flujos eligen por ella.',
    choose: 'Elegir archivos',
    dropHint: 'O suéltalos aquí. PDF, DOCX, HTML, Markdown, CSV y texto, hasta 16 MiB cada uno.',
    url: 'Dirección de una página web',
    addUrl: 'Agregar página',
    wrong: 'Empieza con https://.',
    taken: (name) => `${name} se recibió y se va a leer.`,
    tooLarge: (name) => `${name} tiene más de 16 MiB. Divídelo, o quítale las imágenes.`,
  },
  columns: { name: 'Documento', collection: 'Colección', state: 'Estado', actions: 'Acciones' },
  states: { waiting: 'En espera', reading: 'Se está leyendo', ready: 'Listo', failed: 'Sin leer' },
  problems,
  pieces: (count) => (count === 1 ? '1 fragmento' : `${count} fragmentos`),
  used: (documents, most, pieces, mostPieces) =>
    `${documents} de ${most} documentos, ${pieces} de ${mostPieces} fragmentos`,
  embedded: (embedded, pieces) =>
    embedded >= pieces
      ? 'Se encuentra también por el sentido'
      : `${embedded} de ${pieces} se encuentran también por el sentido`,
  meaning: {
    title: 'Encontrar por el sentido',
    body: 'Un modelo encuentra lo que quiere decir una pregunta, también donde ninguna de sus palabras está en el documento. Las palabras encuentran como antes.',
    model: 'Modelo de vectores (embedding)',
    none: 'Ninguno: solo por las palabras',
    noModel: 'Configura antes un modelo que encuentre documentos.',
    toModels: 'Modelos',
    chosen: (model) =>
      model === null
        ? 'Los documentos se encuentran solo por las palabras.'
        : `${model} está convirtiendo los documentos en vectores.`,
    again: (model) => `Se le pregunta de nuevo a ${model ?? ''}.`,
    progress: (embedded, all) => `${embedded} de ${all} fragmentos tienen vectores.`,
    refused: (count) => `El servidor del modelo rechazó ${count} fragmentos; se encuentran por las palabras.`,
    problem: (why) => `Sin vectores, porque ${why}. Se intenta de nuevo solo.`,
    tryAgain: 'Intentar ahora',
  },
  actionsFor: (name) => `Acciones para ${name}`,
  show: 'Lo que se leyó',
  showBody: 'Los fragmentos en que se busca, como se cortaron.',
  nothingRead: 'Hasta ahora no se leyó nada de él.',
  more: 'Mostrar más',
  refresh: 'Leer de nuevo',
  refreshed: (name) => `${name} se va a leer de nuevo.`,
  remove: 'Quitar',
  removeTitle: (name) => `¿Quitar “${name}”?`,
  removeBody: 'Lo que se leyó de él ya no se encuentra. No se puede deshacer.',
  removed: (name) => `${name} se quitó.`,
  search: {
    title: 'Probar una búsqueda',
    body: 'Lo que un flujo le mostraría a su modelo para esta pregunta.',
    question: 'Pregunta de un cliente',
    action: 'Buscar',
    foundBy: { words: 'Palabras', meaning: 'Sentido', both: 'Palabras y sentido' },
    byWordsAlone: (why) => `Se buscaron solo las palabras, porque ${why}.`,
    nothing: 'No se encontró nada. Escribe en un documento lo que preguntan los clientes.',
  },
  page: (page) => `página ${page}`,
  row: (row) => `fila ${row}`,
}
