/** Under which the page keeps what it asked of a picture. */
export const pictureKey = (clientId: string, jid: string) => ['picture', clientId, jid] as const
