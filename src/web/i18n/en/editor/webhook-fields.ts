/** Of the form of trigger.webhook: labels, hints and choices. */
export const webhookFields: Record<string, string> = {
  'trigger.webhook.contact': 'Where the number is',
  'trigger.webhook.country': 'Country of numbers',
  'wait.webhook.map': 'Take from the call',
  unknownContacts: 'Of people who are no contacts yet',
  signature: 'Signature',
  scheme: 'Signed as by',
  secret: 'Secret',
  header: 'Header',
  encoding: 'Written in',
  prefix: 'What stands before it',
  dedupe: 'Where the number of the call is',
}

export const webhookHints: Record<string, string> = {
  'trigger.webhook.contact': 'Such as body.customer.phone, query.phone or headers.x-phone.',
  'trigger.webhook.country': 'Two letters, such as BR. Empty: the country of your own number.',
  'trigger.webhook.inputs.path': 'Such as body.items[0].id or query.order',
  'trigger.webhook.signature.secret': '{{ secrets.name }}, with what the other system signs with.',
  'trigger.webhook.signature.header': 'Empty: x-webhook-token, x-signature.',
  'wait.webhook.signature.secret': '{{ secrets.name }}, with what the other system signs with.',
  'wait.webhook.signature.header': 'Empty: x-webhook-token, x-signature.',
  'wait.webhook.map.path': 'Such as body.data.total',
  'trigger.webhook.dedupe':
    'Calls with the same one within 24 hours start it once. Empty: as the signature says.',
}

export const webhookChoices: Record<string, string> = {
  'unknownContacts.start': 'Start it too',
  'unknownContacts.refuse': 'Refuse',
  'scheme.none': 'Not signed: the address alone',
  'scheme.github': 'GitHub',
  'scheme.stripe': 'Stripe',
  'scheme.standard_webhooks': 'Standard Webhooks',
  'scheme.token': 'A token in a header',
  'scheme.hmac': 'HMAC-SHA256 in a header',
  hex: 'Hexadecimal',
  base64: 'Base64',
}
