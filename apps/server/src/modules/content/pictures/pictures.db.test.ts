import { createCanvas } from '@napi-rs/canvas'
import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { contentPictures } from '../../../tables/content.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const { db } = server.database
const PNG = createCanvas(20, 20).toBuffer('image/png')

const send = async (payload: Buffer, token = OPERATOR_TOKEN) => {
  const headers = { token, 'content-type': 'application/octet-stream' }
  const answered = await server.app.inject({ method: 'POST', url: '/operator/contentPicture', payload, headers })
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
})
