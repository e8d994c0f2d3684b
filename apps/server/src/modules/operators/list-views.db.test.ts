import type { getListViews } from '@yunji/contract/operator/list-view-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { operatorRoles } from '@yunji/contract/wire/operator-roles'
import { expect, it } from 'vitest'
import { createOperatorHarness } from '../../testing/operators.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const { addReady, post, get } = createOperatorHarness(server)
const { OK, SHOW_ERROR_TIP } = ErrorCode

const view = { list: 'tickets', name: '超时的', query: 'state=open&overdue=1' }
const save = (token: string, fields: Partial<typeof view> = {}) => post('saveListView', { ...view, ...fields }, token)
const viewsOf = async (token: string) =>
  ((await get('getListViews', token)).data as CallData<typeof getListViews>).records

const saveMany = async (token: string, list: string, count: number): Promise<void> => {
  for (let number = 1; number <= count; number += 1) {
    expect((await save(token, { list, name: `第 ${number} 个` })).code).toBe(OK)
  }
}

it.each(operatorRoles)('%s saves a view, reads it and deletes it, also twice', async (role) => {
  const { token } = await addReady(role)
  expect((await save(token)).code).toBe(OK)
  expect(await viewsOf(token)).toEqual([view])
  const key = { list: view.list, name: view.name }
  expect((await post('deleteListView', key, token)).code).toBe(OK)
  expect(await viewsOf(token)).toEqual([])
  expect((await post('deleteListView', key, token)).code).toBe(OK)
})

it('replaces the view of the same name, of that list alone', async () => {
  const { token } = await addReady('support')
  await save(token)
  await save(token, { list: 'orders' })
  server.clock.advance(1000)
  await save(token, { name: ` ${view.name} `, query: 'kind=stream' })
  expect(await viewsOf(token)).toEqual([
    { ...view, list: 'orders' },
    { ...view, query: 'kind=stream' },
  ])
})

it('shows, replaces and deletes only the views of the operator who asks', async () => {
  const [own, other] = [await addReady('support'), await addReady('owner')]
  await save(own.token)
  expect(await viewsOf(other.token)).toEqual([])
  await post('deleteListView', { list: view.list, name: view.name }, other.token)
  await save(other.token, { query: 'kind=stream' })
  expect(await viewsOf(own.token)).toEqual([view])
})

it('keeps at most 20 views of a list, of which each can still be replaced', async () => {
  const { token } = await addReady('support')
  await saveMany(token, 'tickets', 20)
  expect(await save(token, { name: '第 21 个' })).toMatchObject({
    code: SHOW_ERROR_TIP,
    msg: expect.stringContaining('最多 20 个'),
  })
  expect((await save(token, { name: '第 20 个', query: 'kind=stream' })).code).toBe(OK)
  expect((await save(token, { list: 'orders' })).code).toBe(OK)
})

it('keeps at most 200 views', async () => {
  const { token } = await addReady('support')
  for (const letter of 'abcdefghij') await saveMany(token, `list-${letter}`, 20)
  expect(await save(token)).toMatchObject({ code: SHOW_ERROR_TIP, msg: expect.stringContaining('最多 200 个') })
  expect((await save(token, { list: 'list-a', name: '第 1 个' })).code).toBe(OK)
  expect(await viewsOf(token)).toHaveLength(200)
})

it('counts views that are saved at the same moment one after the other', async () => {
  const { token } = await addReady('support')
  await saveMany(token, 'tickets', 18)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => save(token, { name: `同时 ${index}` })))
  expect(answers.filter(({ code }) => code === OK)).toHaveLength(2)
  expect(await viewsOf(token)).toHaveLength(20)
})

it('keeps one view where two windows save the same name at once', async () => {
  const { token } = await addReady('support')
  const answers = await Promise.all(['state=open', 'state=closed'].map((query) => save(token, { query })))
  expect(answers.map(({ code }) => code)).toEqual([OK, OK])
  expect(await viewsOf(token)).toHaveLength(1)
})

it.each([
  ['a name of spaces', { name: '  ' }],
  ['a name of 21 characters', { name: '长'.repeat(21) }],
  ['an empty query', { query: '' }],
  ['a query that is not encoded', { query: 'text=云 手机' }],
  ['a query of 1,001 characters', { query: `text=${'a'.repeat(996)}` }],
  ['a list without a name', { list: '' }],
  ['a list of another form', { list: '../orders' }],
])('refuses %s', async (_what, fields) => {
  const { token } = await addReady('support')
  expect((await save(token, fields)).code).toBe(SHOW_ERROR_TIP)
  expect(await viewsOf(token)).toEqual([])
})

it('takes a name of 20 characters and a query of 1,000', async () => {
  const { token } = await addReady('support')
  expect((await save(token, { name: '长'.repeat(20), query: `text=${'a'.repeat(995)}` })).code).toBe(OK)
})

it('gives the configured token none', async () => {
  expect(await viewsOf(OPERATOR_TOKEN)).toEqual([])
  expect((await save(OPERATOR_TOKEN)).code).toBe(SHOW_ERROR_TIP)
  expect((await post('deleteListView', { list: view.list, name: view.name }, OPERATOR_TOKEN)).code).toBe(SHOW_ERROR_TIP)
})

it('leaves rows in the audit log without the words of the view', async () => {
  const { token, id } = await addReady('support')
  await save(token, { name: '13900001234', query: 'text=13900001234' })
  await post('deleteListView', { list: view.list, name: '13900001234' }, token)
  const { rows } = await server.database.pool.query(
    'select call, subject, before, after from operator_audit where operator_id = $1 order by id',
    [id],
  )
  const entry = { subject: 'listView:tickets', before: null, after: null }
  expect(rows).toEqual([
    { call: 'saveListView', ...entry },
    { call: 'deleteListView', ...entry },
  ])
})
