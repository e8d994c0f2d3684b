import type { Database } from '../../platform/database.ts'
import type { PersonSource } from './person-source-store.ts'

export interface PersonPage {
  /** Rows as JSON. */
  readonly lines: readonly string[]
  /** Key of the last row; undefined after the last page. */
  readonly place?: readonly string[]
}

export const readPersonPage = async (
  { pool }: Pick<Database, 'pool'>,
  { table, columns, by = 'user_id', where = `${by} = $1`, key = 'id' }: PersonSource,
  userId: number,
  place: readonly string[] | undefined,
  limit: number,
): Promise<PersonPage> => {
  const keys = key.split(', ')
  const after = place ? `and (${key}) > (${keys.map((_, index) => `$${index + 3}`).join(', ')})` : ''
  const { rows } = await pool.query<{ line: string; place: string[] }>(
    `select (select row_to_json(r) from (select ${columns}) r)::text as line,
       array[${keys.map((name) => `t.${name}::text`).join(', ')}] as place
     from ${table} t where ${where} ${after} order by ${key} limit $2`,
    [userId, limit, ...(place ?? [])],
  )
  const last = rows.length < limit ? undefined : rows.at(-1)?.place
  return { lines: rows.map(({ line }) => line), ...(last && { place: last }) }
}
