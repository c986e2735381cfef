/** Ids that the examples name things by. No service has anything under them, so a call with them changes nothing. */
export const EXAMPLE_IDS = {
  clientId: '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f',
  flowId: 'b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f',
  flowStateId: 'c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a',
  keyId: 'd4e6f80a-3b5c-4e7f-8a91-1c2d3e4f5a6b',
  userId: 'e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c',
  webhookId: 'f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d',
  proxyId: '07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e',
  assetId: '182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf',
  replyId: '4b5d6f71-a2b3-4fe6-9018-8d9eafb0c1d2',
  departmentId: '5c6e7082-b3c4-40f7-a129-9eafb0c1d2e3',
  labelId: '5c6e7f82-b3c4-4af7-8129-9eafb0c1d2e3',
  campaignId: '6d7f8193-c4d5-4b08-8a3a-afb0c1d2e3f4',
  documentId: '3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1',
  otherId: '293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0',
} as const

/** A number from the range that is kept for fiction (Ofcom), which belongs to nobody. */
export const EXAMPLE_NUMBER = '+447700900123'
export const EXAMPLE_JID = '447700900123@s.whatsapp.net'
export const EXAMPLE_CHANNEL = '120363144038483540@newsletter'
export const EXAMPLE_GROUP = '120363025246125016@g.us'
export const EXAMPLE_MESSAGE_ID = '3EB0C767D097B7C7A1C5'
