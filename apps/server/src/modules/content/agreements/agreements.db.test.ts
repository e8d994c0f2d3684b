import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import type { DocumentContent } from '@yunji/contract/content/document'
import { MessageType } from '@yunji/contract/messages/rules'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { createReader } from '../../../testing/messages.ts'
import { createPeople } from '../../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_700_060_000)

const API = '/vmcloud/api/agreement'
const { user, privacy, service } = AgreementKind

interface Head {
  readonly kind: number
  readonly version: number
  readonly title: string
  readonly isAsked?: boolean
}

const latest = async (): Promise<Head[]> =>
  ((await server.get(`${API}/getAgreements`)).data as { records: Head[] }).records
const versionOf = async (kind: number): Promise<number> =>
  (await latest()).find((head) => head.kind === kind)?.version ?? 0
const read = (kind: number, version?: number) =>
  server.get(`${API}/getAgreement?kind=${kind}${version ? `&version=${version}` : ''}`)
const pending = async (token: string): Promise<Head[]> =>
  ((await server.get(`${API}/getPendingAgreements`, { token })).data as { records: Head[] }).records
const decide = (token: string, agreements: object[], isAgreed: boolean, way = 'dialog') =>
  server.post(`${API}/decideAgreements`, { agreements, isAgreed, way }, { token })
const consentsOf = async (userId: number) =>
  (
    await server.database.pool.query(
      `select kind, version, is_agreed, way, client_type, terminal_type, decided_at from agreement_consents
       where user_id = $1 order by kind, version`,
      [userId],
    )
  ).rows

const operate = (call: string, body: object, token = OPERATOR_TOKEN) =>
  server.post(`/vmcloud/api/operator/${call}`, body, { token })
const draft = async (kind: number, markdown = '## 新的一节\n\n改了。', summary = '新增一节') => {
  const answer = await operate('saveAgreementDraft', { kind, title: '隐私政策', summary, markdown })
  const { version = 0, digest = '' } = (answer.data ?? {}) as { version?: number; digest?: string }
  return { answer, version, digest }
}
const publish = async (kind: number, effectiveAt?: number): Promise<number> => {
  const { version, digest } = await draft(kind)
  const publication = { kind, version, digest, ...(effectiveAt && { effectiveAt }) }
  expect(await operate('publishAgreement', publication)).toMatchObject({ code: 200 })
  return version
}

describe('agreements', () => {
  it('are there from the start, apart, and readable without a login', async () => {
    expect((await latest()).map(({ kind, title }) => [kind, title])).toEqual([
      [user, '用户协议'],
      [privacy, '隐私政策'],
      [service, '云手机服务协议'],
    ])
    const texts = await Promise.all(
      [user, privacy, service].map(async (kind) => JSON.stringify((await read(kind)).data)),
    )
    expect(new Set(texts).size).toBe(3)
    for (const text of texts) expect(text).not.toContain('{{')
    expect(texts[0]).toContain('云机服务的运营者')
    expect(texts[0]).toContain('/pages/webView/protocol?kind=2')
  })

  it('of a draft are answered as customers will read them', async () => {
    const { answer } = await draft(privacy, '由{{operatorName}}提供')
    const spans = [{ text: '由云机服务的运营者提供' }]
    expect(answer.data).toMatchObject({ content: [{ kind: 'paragraph', spans }] })
  })

  it('that are unknown, and drafts, look alike', async () => {
    const { version } = await draft(user)
    for (const [kind, of] of [
      [user, version],
      [user, 99_999],
      [77, undefined],
    ] as const)
      expect(await read(kind, of)).toMatchObject({ code: 1080, msg: '没有找到这份协议' })
  })
})

describe('consent', () => {
  it('is recorded by a login with the versions that were ticked, once', async () => {
    const mobilePhone = people.newPhone()
    const agreements = [user, privacy].map((kind) => ({ kind, version: 1 }))
    const headers = { clienttype: 'h5', terminaltype: 'Win' }
    const first = server.clock.now()
    const code = await people.codeFor(mobilePhone, 'login')
    const login = await server.post('/vmcloud/api/user/smsLogin', { mobilePhone, code, agreements }, { headers })
    const { userId, token } = login.data as { userId: number; token: string }
    const row = { is_agreed: true, way: 'login', client_type: 'h5', terminal_type: 'Win', decided_at: first }
    expect(await consentsOf(userId)).toEqual(agreements.map((each) => ({ ...each, ...row })))
    expect(await pending(token)).toEqual([])
    server.clock.advance(120_000)
    const again = await people.codeFor(mobilePhone, 'login')
    await server.post('/vmcloud/api/user/smsLogin', { mobilePhone, code: again, agreements })
    expect((await consentsOf(userId)).map(({ decided_at }) => decided_at)).toEqual([first, first])
  })

  it('is asked for after a login that brings none, or an unknown version', async () => {
    const { token, userId } = await people.member()
    expect((await pending(token)).map(({ kind, isAsked }) => [kind, isAsked])).toEqual([
      [user, false],
      [privacy, false],
    ])
    expect(await decide(token, [{ kind: user, version: 4711 }], true)).toMatchObject({
      code: 200,
      data: { recorded: [] },
    })
    expect(await consentsOf(userId)).toEqual([])
    expect(await decide('', [{ kind: user, version: 1 }], true)).toMatchObject({ code: 2017 })
  })

  it('that is put off is not asked for again, can be given later, and is never taken back', async () => {
    const { token, userId } = await people.member()
    const shown = [
      { kind: user, version: 1 },
      { kind: privacy, version: await versionOf(privacy) },
    ]
    await decide(token, shown, false)
    expect((await pending(token)).map(({ isAsked }) => isAsked)).toEqual([true, true])
    await decide(token, shown, true, 'page')
    expect(await pending(token)).toEqual([])
    await decide(token, shown, false)
    expect(await pending(token)).toEqual([])
    expect((await consentsOf(userId)).map(({ is_agreed, way }) => [is_agreed, way])).toEqual([
      [true, 'page'],
      [true, 'page'],
    ])
  })

  it('of a purchase has a kind of its own', async () => {
    const { token, userId } = await people.member()
    await decide(token, [{ kind: service, version: 1 }], true, 'purchase')
    expect(await consentsOf(userId)).toMatchObject([{ kind: service, way: 'purchase' }])
    expect(await pending(token)).toHaveLength(2)
  })

  it('stays as evidence when the account is erased, without the client, and goes three years later', async () => {
    const { token, userId } = await people.member()
    const headers = { clienttype: 'applet', terminaltype: 'android' }
    const agreements = [{ kind: user, version: 1 }]
    await server.post(`${API}/decideAgreements`, { agreements, isAgreed: true, way: 'page' }, { token, headers })
    await server.database.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId])
    await server.database.pool.query(
      `insert into account_deletions (user_id, requested_at, erases_at, next_try_at) values ($1, $2, $2, $2)`,
      [userId, server.clock.now()],
    )
    await server.runJob('maintenance.eraseAccounts')
    expect(await consentsOf(userId)).toMatchObject([{ version: 1, client_type: '', terminal_type: '' }])
    server.clock.advance(3 * 360 * DAY_MS)
    await server.runJob('maintenance.sweep')
    expect(await consentsOf(userId)).toHaveLength(1)
    server.clock.advance(30 * DAY_MS)
    await server.runJob('maintenance.sweep')
    expect(await consentsOf(userId)).toEqual([])
  })
})

describe('a new version', () => {
  it('asks everybody once, with a message that counts until they decide', async () => {
    const { token } = await people.member()
    const shown = (await pending(token)).map(({ kind, version }) => ({ kind, version }))
    await decide(token, shown, true)
    const version = await publish(privacy)
    const reader = createReader(server, token)
    expect(await reader.waitFor(MessageType.system, '《隐私政策》已更新')).toMatchObject({
      link: `/pages/webView/protocol?kind=${privacy}&version=${version}`,
      isRead: 0,
    })
    expect(await reader.unread()).toMatchObject({ longSigncontract: 1 })
    expect(await pending(token)).toMatchObject([{ kind: privacy, version, summary: '新增一节', isAsked: false }])
    await decide(token, [{ kind: privacy, version }], true)
    expect(await pending(token)).toEqual([])
    expect(await reader.unread()).toMatchObject({ longSigncontract: 0 })
  })

  it('is shown at once with its date, beside the one before', async () => {
    const effectiveAt = server.clock.now().getTime() + 7 * DAY_MS
    const version = await publish(privacy, effectiveAt)
    const { data } = await read(privacy)
    expect(data).toMatchObject({ version, effectiveAt })
    expect((data as { versions: { version: number }[] }).versions.map((each) => each.version)).toContain(1)
    expect(await read(privacy, 1)).toMatchObject({ code: 200, data: { version: 1 } })
  })

  it('of the terms of a purchase tells nobody: each purchase asks', async () => {
    const { token } = await people.member()
    await publish(service)
    expect((await pending(token)).map(({ kind }) => kind)).toEqual([user, privacy])
  })

  it('is a draft until it is published, and never changes afterwards', async () => {
    const { version } = await draft(user, '第一稿')
    const { digest, ...second } = await draft(user, '第二稿')
    expect(second.version).toBe(version)
    const publication = { kind: user, version, digest }
    expect(await operate('publishAgreement', { ...publication, effectiveAt: 1 })).toMatchObject({
      code: 1080,
      msg: '生效时间不能早于现在',
    })
    expect(await operate('publishAgreement', publication)).toMatchObject({ code: 200 })
    expect(await operate('publishAgreement', publication)).toMatchObject({ code: 1080 })
    expect((await draft(user, '第三稿')).version).toBe(version + 1)
    const change = `update agreement_versions set markdown = 'x' where kind = $1 and version = $2`
    await expect(server.database.pool.query(change, [user, version])).rejects.toThrow(/does not change/)
  })

  it('is not published where a colleague has changed it since it was read', async () => {
    const { version, digest } = await draft(user, '我读过的')
    const changed = await draft(user, '同事改了的')
    expect(changed.version).toBe(version)
    expect(await operate('publishAgreement', { kind: user, version, digest })).toMatchObject({
      code: 1080,
      msg: '草稿已被修改，请核对新的内容后再发布',
    })
    const list = await server.get('/vmcloud/api/operator/getAgreementVersions?rows=100', { token: OPERATOR_TOKEN })
    expect((list.data as { records: object[] }).records).toContainEqual(
      expect.objectContaining({ kind: user, version, state: 'draft', digest: changed.digest }),
    )
  })

  it('says what has changed, and comes from an operator', async () => {
    const { version, digest } = await draft(privacy, '正文', '')
    const publication = { kind: privacy, version, digest }
    expect(await operate('publishAgreement', publication)).toMatchObject({ msg: '请先写明改动内容' })
    const { token } = await people.member()
    expect(await operate('publishAgreement', publication, token)).toMatchObject({ code: 2017 })
    const list = await server.get('/vmcloud/api/operator/getAgreementVersions?rows=100', { token: OPERATOR_TOKEN })
    expect((list.data as { records: object[] }).records).toContainEqual(
      expect.objectContaining({ kind: privacy, version, state: 'draft', markdown: '正文', agreed: 0 }),
    )
  })

  it('keeps hostile text as text, and refuses what is too much', async () => {
    const hostile = '<script>alert(1)</script>\n\n[点](javascript:alert(1)) ![x](https://evil.net/x.png)'
    const { answer } = await draft(privacy, hostile)
    const { content } = answer.data as { content: DocumentContent }
    expect(content).toEqual([
      { kind: 'paragraph', spans: [{ text: '<script>alert(1)</script>' }] },
      { kind: 'paragraph', spans: [{ text: '点 x' }] },
    ])
    expect((await draft(privacy, `${'> '.repeat(900)}x`)).answer).toMatchObject({ code: 1080, msg: '第 1 行嵌套过深' })
    expect((await draft(privacy, 'x'.repeat(20_001))).answer).toMatchObject({ code: 1080 })
  })
})
