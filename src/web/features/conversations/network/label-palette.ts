/** WhatsApp's own colours of labels, by their place: the palette of its web application, as WAHA and wa-js know it too. */
export const WHATSAPP_PALETTE = [
  ...[
    '#ff9485',
    '#64c4ff',
    '#ffd429',
    '#dfaef0',
    '#99b6c1',
    '#55ccb3',
    '#ff9dff',
    '#d3a91d',
    '#6d7cce',
    '#d7e752',
  ],
  ...[
    '#00d0e2',
    '#ffc5c7',
    '#93ceac',
    '#f74848',
    '#00a0f2',
    '#83e422',
    '#ffaf04',
    '#b5ebff',
    '#9ba6ff',
    '#9368cf',
  ],
] as const
