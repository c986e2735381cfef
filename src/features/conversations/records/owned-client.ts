/** A client this process holds the lease of. `address` and `lid` are null until it paired. */
export interface OwnedClient {
  id: string
  userId: string
  address: string | null
  lid: string | null
}

/** The address under which its own changes are stored, also before it has paired. */
export const toOwnAddress = (client: OwnedClient): string => client.address ?? client.lid ?? 'me'
