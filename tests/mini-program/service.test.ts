import { answerTicket } from '@yunji/contract/operator/service-calls'
import { uploadedAttachment } from '@yunji/contract/service/schema'
import { parseAs } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-mini-service-suite'
const client = useRunningClient({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })
const PICTURE = 'wxfile://tmp_1a2b3c.jpg'
const ATTACHMENT = 'ab'.repeat(16)

const query = (statement: string, values: unknown[] = []) =>
  withClient(client.databaseUrl(), (database) => database.query(statement, values))

const addDevice = async (): Promise<number> => {
  await query(`insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`)
  const { rows } = await query(
    `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
       state, is_power_on, created_at)
     select g.user_id, g.id, (select min(id) from zones), '云机 1', 3, '10/B', 7, 'mini-service', now() + interval '10 days',
       'stopped', false, now()
     from device_groups g join users u on u.id = g.user_id where u.mobile_phone = $1 and g.is_default returning id`,
    [demo.phone],
  )
  return Number(rows[0].id)
}

const operate = async (input: object): Promise<void> => {
  const response = await fetch(client.url() + answerTicket.path, {
    method: 'POST',
    headers: { token: OPERATOR_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(await response.json()).toMatchObject({ code: ErrorCode.OK })
}

test('a ticket about a device goes from a picture to an answer, an end and a rating', async () => {
  const program = client()
  await program.start('pages/CustomerService/index')
  await program.launch('/pages/user/orders')
  await logIn(program)
  await program.waitForPage('pages/user/orders')
  const deviceId = await addDevice()
  await program.launch(`/pages/CustomerService/index?deviceId=${deviceId}`)
  await program.waitForText('会附上这台设备的状态')

  // The runner keeps no files: the upload is answered here, and its row is put where the server would.
  await query(
    `insert into service_pictures (id, user_id, type, size_bytes, created_at)
     select $1, id, 'png', 9, now() from users where mobile_phone = $2`,
    [ATTACHMENT, demo.phone],
  )
  const data = parseAs(uploadedAttachment, { attachmentId: ATTACHMENT })
  const tempFiles = [{ tempFilePath: PICTURE, size: 64 }]
  await program.answer('chooseMedia', { tempFiles, type: 'image', errMsg: 'chooseMedia:ok' })
  await program.answer('uploadFile', {
    statusCode: 200,
    data: JSON.stringify({ code: ErrorCode.OK, msg: '', data, ts: 1 }),
    errMsg: 'uploadFile:ok',
  })
  await program.fill('placeholder=什么时候、在做什么、出现了什么情况', '一直打不开')
  await program.page.locator('.weapp-frame[current] [class*="uploader-module__add"]').tap()
  await expect.poll(() => program.calls('uploadFile'), LONG_TIMEOUT).toHaveLength(1)
  expect(JSON.stringify(await program.calls('uploadFile'))).toContain(sideRoutes.ticketPictureUpload.path)
  await tapWhenReady(program, '提交')
  await program.waitForText('等待回复')
  await program.waitForText('云机 1')
  const { rows } = await query(
    `select t.id, p.id as picture from service_tickets t join service_pictures p on p.ticket_id = t.id`,
  )
  expect(rows).toMatchObject([{ picture: ATTACHMENT }])

  const ticketId = Number(rows[0].id)
  await operate({ ticketId, operatorName: '小云', content: '请重启试试', isQuestion: true })
  const badge = program.page.locator('.weapp-frame[current] [class*="badge-module__count"]', { hasText: /^1$/ })
  // The client asks for the number at its start, and then once a minute; the message is written by a job.
  await eventually(
    async () => {
      await program.start('pages/Home/user')
      await badge.first().waitFor({ timeout: 5000 })
    },
    { deadlineMs: LONG_TIMEOUT.timeout },
  )
  await program.tap('text=/联系客服$/')
  await program.tap('text=/^一直打不开$/')
  await program.waitForText('请重启试试')
  await program.waitForText('待你补充')
  await program.fill('placeholder=补充说明或回答客服的问题', '重启也不行')
  await tapWhenReady(program, '发送')
  await program.waitForText('重启也不行')
  await program.waitForText('等待回复')

  await operate({ ticketId, operatorName: '小云', content: '已经换了一台' })
  await program.launch(`/pages/CustomerService/index?view=ticket&ticketId=${ticketId}`)
  await program.waitForText('已经换了一台')
  await program.tap('text=/^关闭工单$/')
  await program.waitForText('7 天内还可以重新打开')
  await program.page
    .locator('.weapp-frame[current] [class*="button-module__button"]', { hasText: '关闭工单' })
    .last()
    .tap()
  await program.waitForText('这次服务怎么样？')
  await program.page.locator('.weapp-frame[current] [class*="rate-module__star"]').last().tap()
  await tapWhenReady(program, '提交评价')
  await program.waitForText('你的评价')
  const rated = await query('select rating from service_tickets where id = $1', [ticketId])
  expect(rated.rows).toEqual([{ rating: 5 }])
  expect(program.errors).toEqual([])
})
