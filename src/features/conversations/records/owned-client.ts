/** A client this process holds the lease of. `address` and `lid` are null until it paired. */
export interface OwnedClient {
  id: string
  userId: string
  address: string | null
  lid: string | null
}

/** By what a host owns a client. Another host, and a crash of the database server, raise the epoch. */
export interface Holding {
  hostId: string
  epoch: number
}

/** The address under which its own changes are stored, also before it has paired. */
export const toOwnAddress = (client: OwnedClient): string => client.address ?? client.lid ?? 'me'
