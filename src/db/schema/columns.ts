import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time with its zone, to the microsecond. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
})

/** The number of a transaction; later ones are larger. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })
