import { MessageType } from '@yunji/contract/messages/rules'
import type { getMessageWordings } from '@yunji/contract/operator/wording-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { expect, it } from 'vitest'
import { addEvents, createReader, rechargeOf } from '../../testing/messages.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { createPeople } from '../../testing/people.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_700_000_000)
const operators = createOperatorHarness(server)
const { token: owner } = await operators.addReady('owner')

const own = { key: 'recharged', title: '充值到账', content: '收到 {金额}，谢谢。{}', summary: '{金额} 已到账' }
const set = (wording: object, token = owner) => operators.post('setMessageWording', wording, token)

const wordings = async () =>
  ((await operators.get('getMessageWordings', owner)).data as CallData<typeof getMessageWordings>).records
const recharged = async () => (await wordings()).find(({ key }) => key === 'recharged')

const newest = async () => {
  const { userId, token } = await people.member()
  await addEvents(server, [rechargeOf(userId)])
  return (title: string) => createReader(server, token).waitFor(MessageType.system, title)
}

it('reach customers at once, and give way to ours again', async () => {
  expect(await recharged()).toMatchObject({
    title: '余额充值成功',
    isOwn: false,
    facts: [{ name: '金额', example: '¥100.00' }],
  })
  expect(await set(own)).toMatchObject({ code: 200 })
  expect(await recharged()).toMatchObject({ ...own, isOwn: true, standard: { title: '余额充值成功' } })
  expect(await (await newest())('充值到账')).toMatchObject({ content: '收到 ¥1.00，谢谢。{}' })

  expect(await operators.post('resetMessageWording', { key: 'recharged' }, owner)).toMatchObject({ code: 200 })
  expect(await recharged()).toMatchObject({ title: '余额充值成功', isOwn: false })
  expect(await (await newest())('余额充值成功')).toMatchObject({ content: '¥1.00 已存入你的余额。' })
})

it('name only facts that the message has, and messages that there are', async () => {
  expect(await set({ ...own, summary: '{商品} 已到账' })).toMatchObject({
    code: 1080,
    msg: '这种消息没有 {商品}，可以引用 {金额}',
  })
  expect(await set({ ...own, key: 'spaceDeletionSoon', content: '{constructor}' })).toMatchObject({ code: 1080 })
  for (const key of ['announcement', 'recharged.nothing', 'constructor'])
    expect(await set({ ...own, key })).toMatchObject({ msg: '没有这种消息' })
  expect(await operators.post('resetMessageWording', { key: 'announcement' }, owner)).toMatchObject({
    msg: '没有这种消息',
  })
  expect(await set({ ...own, title: ' ' })).toMatchObject({ code: 1080 })
  expect(await set({ ...own, title: '长'.repeat(65) })).toMatchObject({ code: 1080 })
})

it('are changed by operators with the right alone, with the words before and after in the log', async () => {
  const { token: finance } = await operators.addReady('finance')
  expect(await set(own, finance)).toMatchObject({ data: { right: 'messages.send' } })
  await set(own)
  await set({ ...own, title: '收到充值' })
  const { rows } = await server.database.pool.query(
    `select before, after from operator_audit where subject = 'messageWording:recharged' and outcome = 'done'
     order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ before: { title: '充值到账' }, after: { title: '收到充值' } })
})

it('give way to ours where they cannot be read', async () => {
  await set(own)
  await server.database.pool.query(`update settings set value = '{"title": 7}' where key = 'messageWording.recharged'`)
  expect(await (await newest())('余额充值成功')).toMatchObject({ content: '¥1.00 已存入你的余额。' })
  expect(await recharged()).toMatchObject({ title: '余额充值成功', isOwn: false })
})

it('are found by their words and by ours', async () => {
  await set(own)
  const found = async (text: string) =>
    (
      (await operators.get(`getMessageWordings?text=${encodeURIComponent(text)}`, owner)).data as CallData<
        typeof getMessageWordings
      >
    ).records.map(({ key }) => key)
  expect(await found('充值到账')).toEqual(['recharged'])
  expect(await found('余额充值成功')).toEqual(['recharged'])
  expect(await found('没有这样的文字')).toEqual([])
})
