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
  const { call, columns, expand } = listExportOf(list)
  const record = fieldOf(z.toJSONSchema(call.data, { unrepresentable: 'any' }) as Fields, 'records')?.items
  const item = expand === undefined ? undefined : fieldOf(record, expand)?.items
  const isThere = (path: string): boolean =>
    [item, record].some((row) => row && path.split('.').reduce<Fields | undefined>(fieldOf, row) !== undefined)
  expect(isThere('nothing')).toBe(false)
  expect(Object.keys(columns).filter((path) => !isThere(path))).toEqual([])
})
