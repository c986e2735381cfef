/** Of the form of trigger.webhook: labels, hints and choices. */
export const webhookFields: Record<string, string> = {
  'trigger.webhook.contact': 'Onde está o número',
  'trigger.webhook.country': 'País dos números',
  'wait.webhook.map': 'Tirar da chamada',
  unknownContacts: 'De quem ainda não é contato',
  signature: 'Assinatura',
  scheme: 'Assinada como por',
  secret: 'Segredo',
  header: 'Cabeçalho',
  encoding: 'Escrita em',
  prefix: 'O que vem antes dela',
  dedupe: 'Onde está o número da chamada',
}

export const webhookHints: Record<string, string> = {
  'trigger.webhook.contact': 'Como body.customer.phone, query.phone ou headers.x-phone.',
  'trigger.webhook.country': 'Duas letras, como BR. Vazio: o país do seu próprio número.',
  'trigger.webhook.inputs.path': 'Como body.items[0].id ou query.order',
  'trigger.webhook.signature.secret': '{{ secrets.nome }}, com o que o outro sistema assina.',
  'trigger.webhook.signature.header': 'Vazio: x-webhook-token, x-signature.',
  'wait.webhook.signature.secret': '{{ secrets.nome }}, com o que o outro sistema assina.',
  'wait.webhook.signature.header': 'Vazio: x-webhook-token, x-signature.',
  'wait.webhook.map.path': 'Como body.data.total',
  'trigger.webhook.dedupe':
    'Chamadas com o mesmo número em 24 horas o iniciam uma vez. Vazio: como diz a assinatura.',
}

export const webhookChoices: Record<string, string> = {
  'unknownContacts.start': 'Iniciar também',
  'unknownContacts.refuse': 'Recusar',
  'scheme.none': 'Sem assinatura: só o endereço',
  'scheme.github': 'GitHub',
  'scheme.stripe': 'Stripe',
  'scheme.standard_webhooks': 'Standard Webhooks',
  'scheme.token': 'Um token em um cabeçalho',
  'scheme.hmac': 'HMAC-SHA256 em um cabeçalho',
  hex: 'Hexadecimal',
  base64: 'Base64',
}
