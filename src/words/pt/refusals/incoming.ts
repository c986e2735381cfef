import type { IncomingRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

export const incoming: Sentences<IncomingRefusals> = {
  WEBHOOK_UNKNOWN: 'Não há nada neste endereço.',
  WEBHOOK_TRIGGER_UNKNOWN:
    'O fluxo não tem nenhum trigger.webhook com esse id. Acrescente um, espere o rascunho ser salvo e chame de novo.',
  SIGNATURE_WRONG:
    'A assinatura falta, é antiga demais ou não é do segredo que este endereço espera. Assine os bytes do conteúdo como são enviados.',
  CONTACT_MISSING: ({ path }) =>
    `Nenhum número de telefone de uma pessoa foi encontrado em ${path}. Envie-o com o código do país, como +5511988887777.`,
  CONTACT_UNKNOWN: 'Este número ainda não é um contato, e este endereço só aceita chamadas sobre contatos.',
  CALL_CONTENT_TYPE:
    'Envie JSON com Content-Type: application/json ou um formulário com application/x-www-form-urlencoded, sem compressão e em UTF-8.',
  CALL_TOO_LARGE: ({ kib }) => `Uma chamada tem no máximo ${kib} KiB. Envie menos.`,
  FORM_UNREADABLE: 'O formulário não está em UTF-8. Codifique-o assim e envie de novo.',
}
