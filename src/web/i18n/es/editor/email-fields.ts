import type { email as en } from '../../en/editor/email-fields.ts'

/** Do formulário de email: rótulos e dicas. */
export const email: typeof en = {
  fields: {
    'email.secret': 'Servidor de correo',
    to: 'Para',
    cc: 'Copia para',
    replyTo: 'Las respuestas van a',
    subject: 'Asunto',
    html: 'Texto en HTML',
    attachments: 'Archivos',
  },
  hints: {
    'email.secret': '{{ secrets.nombre }} de un servidor de correo de la página Secretos.',
    'email.to': 'ana@example.com, varias separadas por comas; puede haber variables.',
    'email.html': 'Junto al texto, o en su lugar. Lo que contienen las variables se escribe como texto.',
    'email.attachments': 'Cada uno por su id: {{ vars.foto.mediaId }}.',
  },
}
