import { createCanvas } from '@napi-rs/canvas'
import { DEFAULT_PLAY_TRIAL } from '@yunji/contract/configuration/guide/content'
import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { operatorRights, rightsOfRole } from '@yunji/contract/wire/operator-roles'
import { desc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { contentPictures } from '../../../tables/content.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const { db } = server.database
const PNG = createCanvas(20, 20).toBuffer('image/png')

let sent = 0

const send = async (payload: Buffer, token = OPERATOR_TOKEN) => {
  const headers = { token, 'content-type': 'application/octet-stream' }
  sent += 1
  const remoteAddress = `198.18.99.${sent}`
  const answered = await server.app.inject({
    method: 'POST',
    url: '/operator/contentPicture',
    payload,
    headers,
    remoteAddress,
  })
  return answered.json() as { code: number; msg: string; data: { src: string } }
}
const operate = (call: string, body: object) =>
  server.post(`/vmcloud/api/operator/${call}`, body, { token: OPERATOR_TOKEN })
const activity = (markdown: string) => ({
  name: '图文活动',
  kind: 'discount',
  startsAt: server.clock.now().getTime(),
  endsAt: server.clock.now().getTime() + DAY_MS,
  products: [],
  markdown,
  templateIds: [],
})
afterEach(() => vi.restoreAllMocks())

const isShown = async (url: string) => (await server.app.inject({ url })).statusCode === 200

describe('pictures of texts', () => {
  it('are uploaded by an operator, named in a text by their address, and shown to anybody', async () => {
    const { src } = (await send(PNG)).data
    expect(src).toMatch(/^\/content\/[0-9a-f]{32}\.png$/)
    const shown = await server.app.inject({ url: src })
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload.equals(PNG)).toBe(true)
    const { data } = await operate('createActivity', activity(`说明\n\n![规则](${src})`))
    expect(data).toMatchObject({ content: [{ kind: 'paragraph' }, { kind: 'picture', src, alt: '规则' }] })
  })

  it('are refused from others, in other forms, and too large', async () => {
    expect((await send(PNG, 'somebody')).code).toBe(2017)
    expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="ran()"/>'))).msg).toContain('JPG')
    expect((await send(Buffer.concat([PNG, Buffer.alloc(2 << 20)]))).code).not.toBe(200)
    for (const url of ['/content/x.png', `/content/${'0'.repeat(32)}.png`, `/content/${'0'.repeat(32)}.svg`])
      expect(await isShown(url)).toBe(false)
  })

  const { addReady } = createOperatorHarness(server)
  const outcomes = (name: string) =>
    db
      .select({ call: operatorAudit.call, outcome: operatorAudit.outcome })
      .from(operatorAudit)
      .where(eq(operatorAudit.operatorName, name))
      .orderBy(desc(operatorAudit.id))
  const writeRights = ['content.write', 'settings.write', 'marketing.write'] as const

  it.each(writeRights)('are taken from an operator with %s alone, and audited', async (right) => {
    const { token, name } = await addReady('support')
    vi.spyOn(rightsOfRole, 'support', 'get').mockReturnValue([right])
    expect((await send(PNG, token)).code).toBe(200)
    expect(await outcomes(name)).toEqual([{ call: 'contentPicture', outcome: 'done' }])
  })

  it('are refused from an operator with every other right, and the refusal is audited', async () => {
    const { token, name } = await addReady('support')
    const others = operatorRights.filter((right) => !writeRights.some((each) => each === right))
    vi.spyOn(rightsOfRole, 'support', 'get').mockReturnValue(others)
    expect(await send(PNG, token)).toMatchObject({ code: ErrorCode.SHOW_ERROR_TIP, data: { right: 'content.write' } })
    expect(await outcomes(name)).toEqual([{ call: 'contentPicture', outcome: 'refused' }])
  })

  it('that are not stored are refused by the text that names them', async () => {
    const src = `/content/${'0'.repeat(32)}.png`
    expect((await operate('createActivity', activity(`![图](${src})`))).msg).toContain('没有这张图片')
    const draft = { kind: AgreementKind.service, title: '协议', summary: '图', markdown: `![图](${src})` }
    expect((await operate('saveAgreementDraft', draft)).msg).toContain('没有这张图片')
  })

  it('that no text names are gone after a day; those of a text stay until it changes', async () => {
    await db.delete(contentPictures)
    const [used, drafted, unused] = [(await send(PNG)).data.src, (await send(PNG)).data.src, (await send(PNG)).data.src]
    const created = await operate('createActivity', activity(`![图](${used})`))
    const { activityId } = created.data as { activityId: number }
    const draft = { kind: AgreementKind.service, title: '协议', summary: '图', markdown: `![图](${drafted})` }
    expect((await operate('saveAgreementDraft', draft)).code).toBe(200)
    await server.runJob('content.sweepPictures')
    expect(await isShown(unused)).toBe(true)
    server.clock.advance(DAY_MS + 1)
    await server.runJob('content.sweepPictures')
    expect(await Promise.all([used, drafted, unused].map(isShown))).toEqual([true, true, false])
    const without = { activityId, isEnabled: true, markdown: '没有图了', templateIds: [] }
    expect((await operate('setActivityPage', without)).code).toBe(200)
    await server.runJob('content.sweepPictures')
    expect(await Promise.all([used, drafted].map(isShown))).toEqual([false, true])
  })

  it('of the guide and the landing page stay until those name others', async () => {
    const upload = async () => (await send(PNG)).data.src
    const [step, icon, hero, shot, unused] = await Promise.all([upload(), upload(), upload(), upload(), upload()])
    const setGuide = (image: string) =>
      operate('setGuideSteps', { steps: [{ title: '你好', text: '欢迎', image, target: '' }] })
    const { game, download } = DEFAULT_PLAY_TRIAL
    const setLanding = (pictures: object) => operate('setPlayTrial', { game: { ...game, ...pictures }, download })
    const landing = { icon, hero, pictures: [{ image: shot, alt: '画面' }] }
    expect((await setGuide(step)).code).toBe(200)
    expect((await setLanding(landing)).code).toBe(200)
    const shown = () => Promise.all([step, icon, hero, shot, unused].map(isShown))
    server.clock.advance(DAY_MS + 1)
    await server.runJob('content.sweepPictures')
    expect(await shown()).toEqual([true, true, true, true, false])

    for (const refused of [
      await setGuide(unused),
      await setLanding({ ...landing, icon: unused }),
      await setLanding({ ...landing, hero: unused }),
      await setLanding({ ...landing, pictures: [{ image: unused, alt: '画面' }] }),
    ])
      expect(refused).toMatchObject({ code: 1080, msg: expect.stringContaining('没有这张图片') })
    expect((await setGuide('')).code).toBe(200)
    expect((await setLanding({ pictures: [] })).code).toBe(200)
    await server.runJob('content.sweepPictures')
    expect(await shown()).toEqual([false, false, false, false, false])
  })
})
