import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { readImageHeader } from '../../../platform/image-header.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const UPDATE = '/vmcloud/api/user/updateUserInfo'
const USER_INFO = '/vmcloud/api/user/getUserInfo'
const GET_WORK = '/vmcloud/api/user/getWorkTypes'
const SAVE_WORK = '/vmcloud/api/user/saveWorkTypes'
const UPLOAD = '/user/avatar'

const server = await useServer()
const people = createPeople(server, 13_900_008_000)

const infoOf = async (token: string) =>
  (await server.get(USER_INFO, { token })).data as { name: string; avatar: string }

describe('the nickname', () => {
  it('changes, and may look like anything that can be read', async () => {
    const { token } = await people.member()
    for (const name of ['新名字', '<script>a</script>', "'; drop --"]) {
      expect(await server.post(UPDATE, { name }, { token })).toMatchObject({ code: 200, data: null })
      expect((await infoOf(token)).name).toBe(name)
    }
  })

  it.each(['', ' ', '云'.repeat(21), '云\u202e机'])('is not %j', async (name) => {
    const { token } = await people.member()
    expect((await server.post(UPDATE, { name }, { token })).code).toBe(1080)
    expect((await infoOf(token)).name).toBe('小云')
  })
})

describe('the mark on live screens', () => {
  it('is off at first, and belongs to the account', async () => {
    const [one, other] = [await people.member(), await people.member()]
    const isOn = async ({ token }: { token: string }) =>
      (await server.get('/vmcloud/api/user/getScreenMark', { token })).data
    expect(await isOn(one)).toEqual({ isOn: false })
    const set = await server.post('/vmcloud/api/user/setScreenMark', { isOn: true }, { token: one.token })
    expect(set).toMatchObject({ code: 200, data: { isOn: true } })
    expect(await isOn(one)).toEqual({ isOn: true })
    expect(await isOn(other)).toEqual({ isOn: false })
  })
})

describe('the avatar', () => {
  const upload = async (token: string, payload: Buffer, type = 'image/png') => {
    const headers = { 'content-type': type, ...(token && { token }) }
    return server.app.inject({ method: 'POST', url: UPLOAD, payload, headers })
  }
  const picture = (width: number, height: number) => createCanvas(width, height).toBuffer('image/png')
  const avatarIn = (response: Awaited<ReturnType<typeof upload>>) => response.json().data.avatar as string

  it('is drawn anew as a small square that everybody may see', async () => {
    const { token } = await people.member()
    const avatar = avatarIn(await upload(token, picture(600, 300)))
    expect((await infoOf(token)).avatar).toBe(avatar)
    const shown = await server.app.inject({ url: avatar })
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(shown.headers['cache-control']).toContain('immutable')
    expect(readImageHeader(shown.rawPayload)).toEqual({ type: 'jpeg', width: 256, height: 256 })
  })

  it('comes from a mini-program as the file of a form', async () => {
    const { token } = await people.member()
    const head =
      '--x1\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), picture(30, 20), Buffer.from('\r\n--x1--\r\n')])
    const avatar = avatarIn(await upload(token, body, 'multipart/form-data; boundary=x1'))
    expect((await infoOf(token)).avatar).toBe(avatar)
    expect((await upload(token, picture(1, 1), 'multipart/form-data; boundary=x1')).json().code).toBe(1029)
  })

  it('replaces the one before, and can be taken away', async () => {
    const { token } = await people.member()
    const first = avatarIn(await upload(token, picture(10, 10)))
    const second = avatarIn(await upload(token, picture(10, 10)))
    expect((await server.app.inject({ url: first })).statusCode).toBe(404)
    expect((await server.app.inject({ url: second })).statusCode).toBe(200)
    expect((await server.post(UPDATE, { avatar: '' }, { token })).code).toBe(200)
    expect((await infoOf(token)).avatar).toBe('')
    expect((await server.app.inject({ url: second })).statusCode).toBe(404)
  })

  it('is no address of the own choice', async () => {
    const { token } = await people.member()
    expect((await server.post(UPDATE, { avatar: 'https://evil.example/a.png' }, { token })).code).toBe(1080)
  })

  it('answers each refusal with its code', async () => {
    const { token } = await people.member()
    const codeOf = async (given: string, payload: Buffer) => (await upload(given, payload)).json().code
    expect(await codeOf('', picture(1, 1))).toBe(2017)
    expect(await codeOf(token, Buffer.alloc(0))).toBe(1029)
    expect(await codeOf(token, Buffer.from('<svg onload="alert(1)"/>'))).toBe(1083)
    expect(await codeOf(token, picture(9, 9).subarray(0, 40))).toBe(1083)
    expect((await upload(token, Buffer.alloc((2 << 20) + 1))).statusCode).toBe(413)
    expect((await infoOf(token)).avatar).toBe('')
  })

  it('refuses a small file that promises a huge picture', async () => {
    const { token } = await people.member()
    const bomb = Buffer.from(picture(1, 1))
    bomb.writeUInt32BE(100_000, 16)
    expect((await upload(token, bomb)).json()).toMatchObject({ code: 1083, msg: '图片尺寸过大' })
  })

  it.each(['/avatars/..%2f..%2fetc%2fpasswd', '/avatars/x.jpg', `/avatars/${'0'.repeat(32)}.jpg`])(
    'answers 404 to %s',
    async (url) => expect((await server.app.inject({ url })).statusCode).toBe(404),
  )
})

describe('work types', () => {
  const gaming = { industryId: 1, worktypeId: 101 }
  const shop = { industryId: 2, worktypeId: 201 }

  it('are saved as a list, in its order, and belong to their user', async () => {
    const [mine, other] = [await people.member(), await people.member()]
    const entriesOf = async (token: string) => (await server.get(GET_WORK, { token })).data
    expect(await entriesOf(mine.token)).toEqual({ entries: [] })
    expect((await server.post(SAVE_WORK, { entries: [shop, gaming] }, { token: mine.token })).code).toBe(200)
    expect(await entriesOf(mine.token)).toEqual({ entries: [shop, gaming] })
    expect(await entriesOf(other.token)).toEqual({ entries: [] })
    await server.post(SAVE_WORK, { entries: [gaming] }, { token: mine.token })
    expect(await entriesOf(mine.token)).toEqual({ entries: [gaming] })
  })

  it('are refused when one stands twice, is unknown, or there are too many', async () => {
    const { token } = await people.member()
    const save = (entries: object[]) => server.post(SAVE_WORK, { entries }, { token })
    expect(await save([gaming, shop, gaming])).toMatchObject({ code: 1080, msg: '请勿重复添加' })
    expect((await save([{ industryId: 1, worktypeId: 201 }])).code).toBe(1080)
    expect((await save(Array.from({ length: 11 }, () => gaming))).code).toBe(1080)
    expect((await server.get(GET_WORK, { token })).data).toEqual({ entries: [] })
  })
})
