import { bigint, customType, integer, timestamp as timestampColumn } from 'drizzle-orm/pg-core'

/** Values stay below 2^53, so a number holds them exactly. */
const bigInteger = (name: string) => bigint(name, { mode: 'number' })

export const id = (name: string) => bigInteger(name)
export const cents = (name: string) => bigInteger(name)
export const seconds = (name: string) => bigInteger(name)
export const milliseconds = (name: string) => bigInteger(name)
export const bytes = (name: string) => bigInteger(name)
export const count = (name: string) => integer(name)
/** A count beyond 32 bits. */
export const bigCount = (name: string) => bigInteger(name)
/** Read as a `Date`, which holds milliseconds; PostgreSQL keeps microseconds. */
export const timestamp = (name: string) => timestampColumn(name, { withTimezone: true })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
