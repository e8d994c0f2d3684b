import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ExportList, exportListNames, listExportOf } from './export-lists.ts'

interface Fields {
  readonly properties?: Readonly<Record<string, Fields>>
  readonly items?: Fields
  readonly anyOf?: readonly Fields[]
  readonly enum?: readonly (string | number | null)[]
  readonly const?: string | number
}

/** A field of an object that may be null. */
const fieldOf = (schema: Fields | undefined, name: string): Fields | undefined =>
  [schema, ...(schema?.anyOf ?? [])].find((one) => one?.properties)?.properties?.[name]

/** Schema of a column in the records of a list. */
const columnsOf = (list: ExportList) => {
  const { call, expand } = listExportOf(list)
  const record = fieldOf(z.toJSONSchema(call.data, { unrepresentable: 'any' }) as Fields, 'records')?.items
  const item = expand === undefined ? undefined : fieldOf(record, expand)?.items
  return (path: string): Fields | undefined =>
    [item, record].map((row) => row && path.split('.').reduce<Fields | undefined>(fieldOf, row)).find(Boolean)
}

/** Values of an enumeration, which may be null or a union; none where the schema does not list them. */
const valuesOf = (schema: Fields | undefined): string[] => {
  const values = [...(schema?.enum ?? []), schema?.const, ...(schema?.anyOf ?? []).flatMap(valuesOf)]
  return values.filter((value) => value !== null && value !== undefined).map(String)
}

it.each(exportListNames)('has only columns that the records of %s have', (list) => {
  const columnOf = columnsOf(list)
  expect(columnOf('nothing')).toBeUndefined()
  expect(Object.keys(listExportOf(list).columns).filter((path) => columnOf(path) === undefined)).toEqual([])
})

it.each(exportListNames)('has words for every value of the enumerations of %s, and no bare ones', (list) => {
  const columnOf = columnsOf(list)
  const missing = Object.entries(listExportOf(list).columns).flatMap(([path, column]) => {
    const labels = typeof column === 'string' ? {} : column[1]
    return valuesOf(columnOf(path))
      .filter((value) => !Object.hasOwn(labels, value))
      .map((value) => `${path}: ${value}`)
  })
  expect(missing).toEqual([])
})

it('reads the values of enumerations from the schemas', () => {
  expect(valuesOf(columnsOf('announcements')('state'))).toContain('failed')
  expect(valuesOf(columnsOf('orders')('payMethod'))).toContain('1')
})
