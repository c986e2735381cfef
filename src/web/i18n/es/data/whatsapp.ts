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
}
