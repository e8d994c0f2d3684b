import { readdirSync, readFileSync } from 'node:fs'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { expect, test } from 'vitest'

const SOURCES = [new URL('../', import.meta.url), new URL('../../../../packages/contract/src/', import.meta.url)]
/** Numbers, texts and announcements of codes; these send none. */
const TABLES = ['errors.ts', 'error-codes.ts', 'error-texts.ts', 'calls.ts']

const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !TABLES.some((table) => path.endsWith(table))

test('every code of the catalogue has a sender', () => {
  const sources = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => isSource(`/${path}`))
      .map((path) => readFileSync(new URL(path, folder), 'utf8')),
  ).join('\n')
  const { OK: _, ...failures } = ErrorCode
  expect(Object.keys(failures).filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([])
})
