import type { email as en } from '../../en/editor/email-fields.ts'

/** Do formulário de email: rótulos e dicas. */
export const email: typeof en = {
  fields: {
    'email.secret': 'Servidor de e-mail',
    to: 'Para',
    cc: 'Cópia para',
    replyTo: 'Respostas vão para',
    subject: 'Assunto',
    html: 'Texto em HTML',
    attachments: 'Arquivos',
  },
  hints: {
    'email.secret': '{{ secrets.nome }} de um servidor de e-mail da página Segredos.',
    'email.to': 'ana@example.com, vários separados por vírgulas; variáveis podem entrar.',
    'email.html': 'Ao lado do texto, ou no lugar dele. O que as variáveis contêm é escrito como texto.',
    'email.attachments': 'Cada um pelo id: {{ vars.foto.mediaId }}.',
  },
}
