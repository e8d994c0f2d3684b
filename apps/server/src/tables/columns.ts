import { bigint, customType, integer, smallint, timestamp as timestampColumn } from 'drizzle-orm/pg-core'

/** Values stay below 2^53, so a number holds them exactly. */
const bigInteger = (name: string) => bigint(name, { mode: 'number' })

export const id = (name: string) => bigInteger(name)
/** Id of an entry in a dictionary of the specification. */
export const dictionaryId = (name: string) => integer(name)
/** Number of a state, which each change increments. */
export const version = (name: string) => bigInteger(name)
export const cents = (name: string) => bigInteger(name)
export const seconds = (name: string) => bigInteger(name)
export const milliseconds = (name: string) => bigInteger(name)
export const bytes = (name: string) => bigInteger(name)
export const count = (name: string) => integer(name)
/** A count that never exceeds 32,767. */
export const smallCount = (name: string) => smallint(name)
/** A count beyond 32 bits. */
export const bigCount = (name: string) => bigInteger(name)
/** Read as a `Date`, which holds milliseconds; PostgreSQL keeps microseconds. */
export const timestamp = (name: string) => timestampColumn(name, { withTimezone: true })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
