/** What sealed credentials and keys of a client belong to. */
export const credentialContext = (clientId: string): string => `credential:${clientId}`
export const keyContext = (clientId: string, type: string, id: string): string =>
  `credential_key:${clientId}:${type}:${id}`
