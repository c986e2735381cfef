/** Of the form of trigger.webhook: labels, hints and choices. */
export const webhookFields: Record<string, string> = {
  'trigger.webhook.contact': 'Dónde está el número',
  'trigger.webhook.country': 'País de los números',
  'wait.webhook.map': 'Tomar de la llamada',
  unknownContacts: 'De quienes aún no son contactos',
  signature: 'Firma',
  scheme: 'Firmada como por',
  secret: 'Secreto',
  header: 'Encabezado',
  encoding: 'Escrita en',
  prefix: 'Lo que va antes de ella',
  dedupe: 'Dónde está el número de la llamada',
}

export const webhookHints: Record<string, string> = {
  'trigger.webhook.contact': 'Como body.customer.phone, query.phone o headers.x-phone.',
  'trigger.webhook.country': 'Dos letras, como MX. Vacío: el país de tu propio número.',
  'trigger.webhook.inputs.path': 'Como body.items[0].id o query.order',
  'trigger.webhook.signature.secret': '{{ secrets.nombre }}, con lo que firma el otro sistema.',
  'trigger.webhook.signature.header': 'Vacío: x-webhook-token, x-signature.',
  'wait.webhook.signature.secret': '{{ secrets.nombre }}, con lo que firma el otro sistema.',
  'wait.webhook.signature.header': 'Vacío: x-webhook-token, x-signature.',
  'wait.webhook.map.path': 'Como body.data.total',
  'trigger.webhook.dedupe':
    'Las llamadas con el mismo en 24 horas lo inician una vez. Vacío: como diga la firma.',
}

export const webhookChoices: Record<string, string> = {
  'unknownContacts.start': 'Iniciarlo también',
  'unknownContacts.refuse': 'Rechazar',
  'scheme.none': 'Sin firma: solo la dirección',
  'scheme.github': 'GitHub',
  'scheme.stripe': 'Stripe',
  'scheme.standard_webhooks': 'Standard Webhooks',
  'scheme.token': 'Un token en un encabezado',
  'scheme.hmac': 'HMAC-SHA256 en un encabezado',
  hex: 'Hexadecimal',
  base64: 'Base64',
}
