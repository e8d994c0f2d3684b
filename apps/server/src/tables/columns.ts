import { bigint, customType, timestamp as timestampColumn } from 'drizzle-orm/pg-core'

/** Column kinds that the tables share. Identifiers stay below 2^53, so a number holds them. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const timestamp = (name: string) => timestampColumn(name, { withTimezone: true })
export const id = (name: string) => bigint(name, { mode: 'number' })
