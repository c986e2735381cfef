export const whatsapp = {
  title: 'En WhatsApp',
  hint: 'Como el teléfono muestra el chat. Lo que tu equipo hace con la conversación no cambia.',
  archived: { no: 'Archivar', yes: 'Archivado' },
  pinned: { no: 'Fijar', yes: 'Fijado' },
  muted: { no: 'Silenciar', yes: 'Silenciado' },
  muteFor: { hours8: 'Por 8 horas', week: 'Por una semana', always: 'Hasta que lo reactive' },
  unread: { no: 'Marcar como no leído', yes: 'Marcado como no leído' },
  older: 'Traer mensajes antiguos del teléfono',
  asked: 'Se preguntó al teléfono. Responde cuando esté en línea.',
  failed: 'El teléfono no respondió. Abre WhatsApp en él e intenta de nuevo.',
  noOlder: 'El teléfono no tiene mensajes más antiguos.',
  more: 'Mostrar más',
  starredTitle: 'Mensajes destacados',
  starredHint: 'Destacados en el teléfono o aquí; nadie más lo ve.',
  noStarred: 'No hay nada destacado',
  noStarredBody: 'Destaca un mensaje en su menú o en el teléfono, y lo encontrarás aquí.',
  moreActs: 'Más acciones con el chat en WhatsApp',
  removal: {
    clear: {
      choose: 'Vaciar el chat en WhatsApp …',
      title: '¿Vaciar el chat en WhatsApp?',
      body: 'Sus mensajes desaparecen del teléfono y de todos los dispositivos vinculados, para siempre. La otra persona conserva los suyos.',
      action: 'Vaciar el chat',
    },
    delete: {
      choose: 'Eliminar el chat en WhatsApp …',
      title: '¿Eliminar el chat en WhatsApp?',
      body: 'El chat y sus mensajes desaparecen del teléfono y de todos los dispositivos vinculados, para siempre. La otra persona conserva los suyos.',
      action: 'Eliminar el chat',
    },
  },
  keepStarred: 'Conservar los destacados',
  deleteHere: 'Eliminar también los mensajes en Parley',
  deleteHereHint: 'Sin esto se quedan aquí, como registro de tu equipo.',
  label: 'Etiqueta en WhatsApp',
  labels: 'Etiquetas en WhatsApp',
  hasLabel: 'El chat la tiene',
  noLabels:
    'Este número aún no tiene etiquetas en WhatsApp. Las listas de cuentas personales también son etiquetas.',
  manageLabels: 'Cambiar las etiquetas de WhatsApp …',
  labelsTitle: 'Etiquetas en WhatsApp',
  labelsHint:
    'Las de este número, como las muestra su teléfono: 20 como máximo. Las etiquetas de tu equipo son otras. Vincula dos, y lo que recibe una recibe la otra.',
  link: {
    field: 'Vinculada con',
    of: (name: string) => `Etiqueta del equipo vinculada con ${name}`,
    with: (name: string) => `Vinculada con «${name}» de tu equipo`,
    none: 'ninguna etiqueta del equipo',
    newOne: (name: string) => `una etiqueta nueva «${name}»`,
    title: (whatsapp: string, team: string) =>
      `¿Vincular «${whatsapp}» de WhatsApp con «${team}» de tu equipo?`,
    body: 'Desde entonces, la conversación que recibe o pierde una recibe o pierde la otra, aquí y en el teléfono. Ahora, lo que tiene una de las dos recibe ambas; no se quita nada.',
    both: (count: number) =>
      count === 1 ? 'Una conversación tiene las dos.' : `${count} conversaciones tienen las dos.`,
    toWhatsapp: (count: number) =>
      count === 1
        ? 'Una conversación recibe la etiqueta en WhatsApp.'
        : `${count} conversaciones reciben la etiqueta en WhatsApp.`,
    toConversations: (count: number) =>
      count === 1
        ? 'Una conversación recibe la etiqueta del equipo.'
        : `${count} conversaciones reciben la etiqueta del equipo.`,
    later: (count: number) =>
      count === 1
        ? 'Un chat no tiene mensajes aquí; recibe la etiqueta con el primero.'
        : `${count} chats no tienen mensajes aquí; reciben la etiqueta con el primero.`,
    made: (name: string, count: number) =>
      `Se crea la etiqueta «${name}» para tu equipo y se pone en ${count === 1 ? 'un chat' : `${count} chats`}.`,
    action: 'Vincular',
    endTitle: (name: string) => `¿Quitar el vínculo de «${name}»?`,
    endBody: 'Las dos etiquetas se quedan donde están. Desde entonces, ninguna sigue a la otra.',
    end: 'Quitar el vínculo',
    waiting: (count: number) =>
      count === 1 ? 'Un cambio aún va camino del teléfono.' : `${count} cambios aún van camino del teléfono.`,
    failed: (count: number) =>
      count === 1 ? 'WhatsApp no aceptó un cambio.' : `WhatsApp no aceptó ${count} cambios.`,
    again: 'Intentar de nuevo',
  },
  labelledMessages: (count: number) => (count === 1 ? 'un mensaje' : `${count} mensajes`),
  onChats: (count: number) => (count === 1 ? 'En un chat' : `En ${count} chats`),
  colour: (at: number) => `Color ${at}`,
  colourOf: (name: string) => `Color de ${name}`,
  nameOf: (name: string) => `Nombre de ${name}`,
  newLabel: 'Nueva etiqueta',
  addLabel: 'Añadir',
  removeLabel: (name: string) => `Eliminar ${name}`,
  removeLabelTitle: (name: string) => `¿Eliminar la etiqueta “${name}” en WhatsApp?`,
  removeLabelBody: 'Desaparece de todos los chats y mensajes que la tienen, también en el teléfono.',
  removeLabelAction: 'Eliminar la etiqueta',
}
