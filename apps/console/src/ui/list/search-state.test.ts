import { searchOrders } from '@yunji/contract/operator/order-calls'
import { expect, it } from 'vitest'
import { queryFaultsOf, viewStateOf, withoutSign } from './search-state.ts'

const list = {
  searches: [{ name: 'assignee' }],
  filters: [{ name: 'state', options: [['open', '待回复'] as const] }],
  hasDays: true,
  columns: [{ id: 'title' }, { id: 'dueAt', sortBy: () => 0 }],
}
const stateOf = (query: string) => viewStateOf(Object.fromEntries(new URLSearchParams(query)), list)

it('a view keeps search, filters and sort, without page and opened row', () => {
  const state = { assignee: '小 云', state: 'open', by: '-dueAt' }
  expect(stateOf(`${new URLSearchParams(state)}&page=3&cursor=12&open=7`)).toEqual(state)
})

it.each(['kind=stream', 'by=gone', 'by=title', 'assignee=', 'fromDay=yesterday', '&&=%', '__proto__=1'])(
  'a view of another version, with %s, keeps the rest',
  (query) => expect(stateOf(`${query}&state=open`)).toEqual({ state: 'open' }),
)

it('a view keeps days, where the list has them', () => {
  const days = { fromDay: '2026-11-01', toDay: '2026-11-18' }
  expect(stateOf(`${new URLSearchParams(days)}`)).toEqual(days)
  expect(viewStateOf(days, { ...list, hasDays: false })).toEqual({})
})

it('a choice that a filter no longer has is left out', () => expect(stateOf('state=gone')).toEqual({}))

const faultsOf = (query: object) => queryFaultsOf(searchOrders.input, query, ['text', 'userId'])

it('a query that the call takes has no faults', () =>
  expect(faultsOf({ text: '138', userId: '12', fromDay: '2026-11-01', toDay: '2026-11-01' }).isRight).toBe(true))

it.each([
  [{ userId: '12a' }, { userId: '格式不正确' }, undefined],
  [{ userId: '12a', page: '0' }, { userId: '格式不正确' }, '地址里有不正确的条件'],
  [{ fromDay: '2026-11-02', toDay: '2026-11-01' }, {}, '结束日期早于开始日期'],
])('%j is refused before it is sent', (query, byName, rest) => {
  const faults = faultsOf(query)
  expect([Object.fromEntries(faults.byName), faults.rest, faults.isRight]).toEqual([byName, rest, false])
})

it.each([
  ['#12', '12'],
  ['＃ 12', '12'],
  ['12', '12'],
  ['#一号', '#一号'],
  ['工单 #12', '工单 #12'],
])('%s is searched as %s', (typed, sent) => expect(withoutSign(typed)).toBe(sent))
