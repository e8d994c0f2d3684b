import { desc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { operatorAudit } from '../../tables/operators.ts'
import { createDevices } from '../../testing/devices.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const operators = createOperatorHarness(server)
const { token, name } = await operators.addReady('support')

const openTicket = async () => {
  const customer = await make.addPerson()
  const answer = await server.post(
    '/vmcloud/api/customer/customerService/openTicket',
    { kind: 'device', content: '打不开' },
    { token: customer.token, headers: { 'idempotency-key': `canned-${customer.userId}-of-this-test` } },
  )
  return (answer.data as { ticketId: number }).ticketId
}
const namesIn = async (ticketId: number) => {
  const { data } = await operators.get(`getTicket?ticketId=${ticketId}`, token)
  return (data as { replies: { operatorName: string }[] }).replies.map(({ operatorName }) => operatorName)
}

it('answers under the name of the operator on the server, whatever the client says', async () => {
  const ticketId = await openTicket()
  await operators.post(
    'answerTicket',
    { ticketId, operatorName: '总经理', content: '请重启', attachmentIds: [] },
    token,
  )
  expect(await operators.post('setDisplayName', { displayName: '客服小云' }, token)).toMatchObject({ code: 200 })
  await operators.post('addTicketNote', { ticketId, content: '备注' }, token)
  expect(await namesIn(ticketId)).toEqual(['', name, '客服小云'])
  expect((await operators.get('getSelf', token)).data).toMatchObject({ displayName: '客服小云' })
  await operators.post('setDisplayName', { displayName: '' }, token)
  const [audit] = await server.database.db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1)
  expect(audit).toMatchObject({
    subject: `operator:${audit?.operatorId}`,
    before: { displayName: '客服小云' },
    after: { displayName: '' },
  })
  expect((await operators.get('getSelf', token)).data).toMatchObject({ displayName: name })
})

it('keeps canned answers, refuses unknown placeholders, and lets readers only read', async () => {
  const bad = await operators.post('createCannedAnswer', { title: '重启', content: '{客户名}，请重启' }, token)
  expect(bad).toMatchObject({ msg: '没有这个占位符：{客户名}' })
  const made = await operators.post('createCannedAnswer', { title: '重启', content: '请重启。{客服}' }, token)
  const { cannedAnswerId } = made.data as { cannedAnswerId: number }
  const changed = { cannedAnswerId, title: '重启', content: '请关机再开机。{客服}' }
  expect(await operators.post('updateCannedAnswer', changed, token)).toMatchObject({ code: 200 })
  const reader = await operators.addReady('readonly')
  expect((await operators.get('getCannedAnswers', reader.token)).data).toEqual({ records: [changed] })
  expect(await operators.post('deleteCannedAnswer', { cannedAnswerId }, reader.token)).toMatchObject({
    data: { right: 'tickets.answer' },
  })
  expect(await operators.post('deleteCannedAnswer', { cannedAnswerId }, token)).toMatchObject({ code: 200 })
  expect((await operators.get('getCannedAnswers', token)).data).toEqual({ records: [] })
})
