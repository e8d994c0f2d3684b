import { searchUsers } from '@yunji/contract/operator/user-calls'
import { rightsOfRole } from '@yunji/contract/wire/operator-roles'
import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import type { Database } from '../../platform/database.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { type ListExportRow, writeList } from './list-export.ts'

const PAGE = Array.from({ length: 250_000 }, () => ({ userId: 1 }))
const operator = { operatorId: 1, rights: rightsOfRole.owner } as unknown as Operator
const wanted = { id: 1, operatorId: 1, list: 'users', query: '', columns: ['userId'] } as unknown as ListExportRow

/** Writes the export of a list with so many pages; `end` is the last of the file. */
const writePages = async (pages: number) => {
  let read = 0
  let end = ''
  const run = async () => {
    read += 1
    return { records: PAGE, nextCursor: read < pages ? String(read) : null }
  }
  const objectStore = {
    put: async (_key: string, body: AsyncIterable<Uint8Array>) => {
      for await (const piece of body) end = Buffer.from(piece.subarray(-200)).toString()
      return { sizeBytes: 1 }
    },
  } as unknown as ObjectStore
  const deps = {
    database: {} as Database,
    clock: { now: () => new Date(0) },
    log: {} as Logger,
    objectStore,
    operators: { findById: async () => operator },
    bindings: () => [{ call: searchUsers, run }],
  }
  return { written: await writeList(deps, wanted, undefined), end }
}

it('a list that goes on beyond the limit is cut, and its file says so', async () => {
  const { written, end } = await writePages(5)
  expect(written).toMatchObject({ rowCount: 1_000_000, isCut: true })
  expect(end).toMatch(/只有前 1000000 行，请缩小范围后另外导出其余的\r\n$/)
})

it('a list that ends at the limit is whole', async () => {
  const { written, end } = await writePages(4)
  expect(written).toMatchObject({ rowCount: 1_000_000, isCut: false })
  expect(end).not.toContain('只有前')
})
