import { DEFAULT_GUIDE_STEPS, DEFAULT_PLAY_TRIAL } from '@yunji/contract/configuration/guide/content'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { settings } from '../../../tables/platform.ts'
import { createDevices } from '../../../testing/devices.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'

const GUIDE = '/vmcloud/api/newUserGuide'
const server = await useServer()
await openShop(server)
const make = createDevices(server)

const guide = async (token?: string) =>
  (await server.get(`${GUIDE}/getNewUserGuideConfig_V2`, token ? { token } : {})).data as {
    steps: { title: string; target: string }[]
    isTrialOn: boolean
    isTourDue: boolean
  }
const landing = async () => (await server.get(`${GUIDE}/getPlayTrial`)).data
const operate = (name: string, body: object) =>
  server.post(`/vmcloud/api/operator/${name}`, body, { token: OPERATOR_TOKEN })

it('shows the tour to a user until it was ended once, on any client', async () => {
  const { token, userId } = await make.addPerson()
  expect(await guide()).toMatchObject({ isTourDue: false, isTrialOn: true, steps: DEFAULT_GUIDE_STEPS })
  expect(await guide(token)).toMatchObject({ isTourDue: true })
  expect((await server.post(`${GUIDE}/endNewUserGuide`, {}, { token })).code).toBe(200)
  expect((await server.post(`${GUIDE}/endNewUserGuide`, {}, { token })).code).toBe(200)
  expect(await guide(token)).toMatchObject({ isTourDue: false })
  const { rows } = await server.database.pool.query('select from guide_ends where user_id = $1', [userId])
  expect(rows).toHaveLength(1)
})

it('does not show the tour to somebody who has a device', async () => {
  const { token, userId } = await make.addPerson()
  await make.addDevice(userId)
  expect(await guide(token)).toMatchObject({ isTourDue: false })
})

it('promises no trial while there is none', async () => {
  await operate('setTrialTerms', { isOn: false, configId: null, maximumPercent: 10, keepFreePercent: 20 })
  const { steps, isTrialOn } = await guide()
  expect(isTrialOn).toBe(false)
  expect(steps.map(({ target }) => target)).not.toContain('trial')
  expect(await landing()).toMatchObject({ trial: { isOn: false, isFree: false, phone: null } })
  await operate('setTrialTerms', { isOn: true, configId: null, maximumPercent: 10, keepFreePercent: 20 })
  expect(await landing()).toMatchObject({ trial: { isOn: true, isFree: true, minutes: 30, running: 0 } })
})

it('gives what the operator has set, and the defaults where that cannot be read', async () => {
  expect(await landing()).toMatchObject(DEFAULT_PLAY_TRIAL)
  const game = { ...DEFAULT_PLAY_TRIAL.game, name: '山海问道', hero: '/landing/hero.webp' }
  const download = { androidUrl: 'https://example.com/yunji.apk', iosUrl: '' }
  expect((await operate('setPlayTrial', { game, download })).code).toBe(200)
  expect(await landing()).toMatchObject({ game, download })
  for (const hero of ['https://elsewhere.example/a.png', '//elsewhere.example/a.png', 'drawn:nothing', 'javascript:1'])
    expect((await operate('setPlayTrial', { game: { ...game, hero }, download })).code).toBe(1080)
  expect((await operate('setPlayTrial', { game, download: { ...download, iosUrl: 'http://a.b' } })).code).toBe(1080)
  await server.database.db.update(settings).set({ value: [] }).where(eq(settings.key, 'playTrial'))
  expect(await landing()).toMatchObject(DEFAULT_PLAY_TRIAL)

  const steps = [{ title: '你好', text: '欢迎', image: '', target: '' }]
  expect((await operate('setGuideSteps', { steps })).code).toBe(200)
  expect(await guide()).toMatchObject({ steps })
})

it('tells about the company what is set', async () => {
  const about = { companyName: '', icpNumber: '', contactPhone: '', contactEmail: '', address: '' }
  expect((await server.get('/vmcloud/api/configure/getAbout')).data).toEqual(about)
  expect((await operate('setAbout', { ...about, companyName: '云机科技' })).code).toBe(200)
  expect((await server.get('/vmcloud/api/configure/getAbout')).data).toEqual({ ...about, companyName: '云机科技' })
})
