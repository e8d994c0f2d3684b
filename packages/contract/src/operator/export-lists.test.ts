import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportListNames, listExportOf } from './export-lists.ts'

interface Fields {
  readonly properties?: Readonly<Record<string, Fields>>
  readonly items?: Fields
  readonly anyOf?: readonly Fields[]
}

/** A field of an object that may be null. */
const fieldOf = (schema: Fields | undefined, name: string): Fields | undefined =>
  [schema, ...(schema?.anyOf ?? [])].find((one) => one?.properties)?.properties?.[name]

it.each(exportListNames)('has only columns that the records of %s have', (list) => {
  const { call, columns } = listExportOf(list)
  const record = fieldOf(z.toJSONSchema(call.data, { unrepresentable: 'any' }) as Fields, 'records')?.items
  const isThere = (path: string): boolean => path.split('.').reduce(fieldOf, record) !== undefined
  expect(isThere('nothing')).toBe(false)
  expect(Object.keys(columns).filter((path) => !isThere(path))).toEqual([])
})
