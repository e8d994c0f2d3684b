import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../platform/clock.ts'
import { addEvents, createReader, rechargeOf } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_300_000_000)

const reader = async () => {
  const member = await people.member()
  return { ...member, ...createReader(server, member.token) }
}
type Reader = Awaited<ReturnType<typeof reader>>

/** A last event: once it is delivered, every earlier one is delivered too, or never will be. */
const tellLast = (userId: number) => addEvents(server, [rechargeOf(userId)])
const isUnread = (who: Pick<Reader, 'unread'>, count: number) =>
  eventually(async () => expect((await who.unread()).longAll).toBe(count))

const CHROME = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36' }
const UPDATED_CHROME = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/143.0 Safari/537.36' }

describe('somebody is told', () => {
  const logIn = ({ mobilePhone, password }: Reader, headers: Record<string, string>) =>
    server.post('/vmcloud/api/user/login', { mobilePhone, password }, { headers })

  it('of a login by password from another browser, once, and not of the first or of an update', async () => {
    const who = await reader()
    expect(await logIn(who, CHROME)).toMatchObject({ code: 200 })
    const message = await who.waitFor(MessageType.system, '新设备登录提醒')
    expect(message.content).toContain('（Windows · Chrome）')
    expect(message.link).toBe('/pages/user/personalData?view=sessions')
    await Promise.all([logIn(who, CHROME), logIn(who, UPDATED_CHROME)])
    await tellLast(who.userId)
    await isUnread(who, 2)
  })

  it('of a login by code from another browser, but not of the one that registered', async () => {
    const { mobilePhone, token, userId } = await people.newcomer()
    const who = createReader(server, token)
    server.clock.advance(MINUTE_MS)
    await people.logInBySms(mobilePhone)
    server.clock.advance(MINUTE_MS)
    const code = await people.codeFor(mobilePhone, 'login')
    await server.post('/vmcloud/api/user/smsLogin', { mobilePhone, code }, { headers: CHROME })
    await who.waitFor(MessageType.system, '新设备登录提醒')
    await tellLast(userId)
    await isUnread(who, 2)
    expect(await who.unread()).toMatchObject({ longNotice: 1, longSettlement: 1 })
  })

  it('of a changed password, but not of the first one', async () => {
    const who = await reader()
    const change = { oldPassword: who.password, newPassword: 'anders2026' }
    await server.post('/vmcloud/api/user/updateUserPassword', change, { token: who.token })
    await who.waitFor(MessageType.system, '登录密码已修改')
    expect(await who.unread()).toMatchObject({ longNotice: 1, longAll: 1 })
    const newcomer = await people.newcomer()
    const first = { newPassword: 'erstes2026' }
    expect(await server.post('/vmcloud/api/user/firstUpdateUserPassword', first, newcomer)).toMatchObject({ code: 200 })
    await tellLast(newcomer.userId)
    const other = createReader(server, newcomer.token)
    await eventually(async () => expect(await other.unread()).toMatchObject({ longNotice: 0, longSettlement: 1 }))
  })

  it('of a password that was set anew by code', async () => {
    const who = await reader()
    const code = await people.codeFor(who.mobilePhone, 'resetPassword')
    const reset = { mobilePhone: who.mobilePhone, code, newPassword: 'anders2026' }
    expect(await server.post('/vmcloud/api/user/resetPassword', reset)).toMatchObject({ code: 200 })
    const { data } = await people.logIn(who.mobilePhone, 'anders2026')
    await createReader(server, (data as { token: string }).token).waitFor(MessageType.system, '登录密码已修改')
  })

  it('of a changed phone, with the new number masked', async () => {
    const who = await reader()
    const { token, mobilePhone, password } = who
    const proved = await server.post('/vmcloud/api/user/checkOldMobile', { mobilePhone, password }, { token })
    const { proof } = proved.data as { proof: string }
    const next = people.newPhone()
    const code = await people.codeFor(next, 'changePhone', token)
    await server.post('/vmcloud/api/user/changeBindingMobile', { mobilePhone: next, code, proof }, { token })
    const { content } = await who.waitFor(MessageType.system, '手机号已更换')
    expect(content).toContain(`${next.slice(0, 3)}****${next.slice(7)}`)
    expect(content).not.toContain(next)
  })

  const submit = {
    Personal: { name: '李小云', idCard: '11010519491231002x', gender: 2, birthday: '1949-12-31', pictureIds: [] },
    Company: { companyName: '云机科技', creditCode: '91350100M000100Y43', legalPerson: '李小云', pictureIds: [] },
  }
  it.each([
    ['Personal', '实名认证', 'longAuthentication'],
    ['Company', '企业认证', 'longExamine'],
  ] as const)('how a request of kind %s was decided, with the reason', async (kind, what, field) => {
    const who = await reader()
    const decide = async (isPassed: boolean, reason?: string) => {
      const path = `/vmcloud/api/verification/submit${kind}`
      expect(await server.post(path, submit[kind], { token: who.token })).toMatchObject({ code: 200 })
      const operator = { token: OPERATOR_TOKEN }
      const { data } = await server.get('/vmcloud/api/operator/getWaitingVerifications?rows=100', operator)
      const { records } = data as { records: { verificationId: number; userId: number }[] }
      const verificationId = records.find(({ userId }) => userId === who.userId)?.verificationId
      await server.post('/vmcloud/api/operator/decideVerification', { verificationId, isPassed, reason }, operator)
    }
    await decide(false, '照片不清晰')
    expect((await who.waitFor(MessageType.system, `${what}未通过`)).content).toContain('照片不清晰')
    await decide(true)
    await who.waitFor(MessageType.system, `${what}已通过`)
    expect(await who.unread()).toMatchObject({ [field]: 2, longAll: 2 })
  })
})
