/** A client this process holds the lease of. `address` and `lid` are null until it paired. */
export interface OwnedClient {
  id: string
  userId: string
  address: string | null
  lid: string | null
}

/** What its own changes are kept under before it has paired, too. */
export const toOwnAddress = (client: OwnedClient): string => client.address ?? client.lid ?? 'me'
