import { createElement } from 'react'
import { expect, it } from 'vitest'
import { hasWords } from './local-search.ts'

interface Row {
  readonly name: string
  readonly state: string
}

const columns = [
  { id: 'name', title: '名称', cell: ({ name }: Row) => ['#', 7, ' ', createElement('b', {}, name)] },
  { id: 'state', title: '状态', cell: ({ state }: Row) => createElement('span', {}, state) },
]
const row = { name: 'Galaxy 一号', state: '在售' }

it.each(['galaxy', '#7', '一号 在售', '  GALAXY  '])('a row is found by %j', (search) =>
  expect(hasWords(row, columns, search)).toBe(true),
)

it.each(['galaxy 二号', '已下架'])('a row is not found by %j', (search) =>
  expect(hasWords(row, columns, search)).toBe(false),
)

it('a column that is not shown is not searched', () => expect(hasWords(row, columns.slice(0, 1), '在售')).toBe(false))
