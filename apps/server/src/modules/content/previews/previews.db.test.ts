import { expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createPagePreviews } from './index.ts'

const server = await useServer()
const previewOf = createPagePreviews(server)

const createActivity = async (name: string): Promise<number> => {
  const startsAt = server.clock.now().getTime()
  const activity = { name, kind: 'discount', startsAt, endsAt: startsAt + DAY_MS, products: [], templateIds: [] }
  const { data } = await server.post(
    '/vmcloud/api/operator/createActivity',
    { ...activity, markdown: '先到先得。' },
    { token: OPERATOR_TOKEN },
  )
  return (data as { activityId: number }).activityId
}

it('names the game of the landing pages', async () => {
  for (const path of ['/pages/landing/play-trial/index', '/pages/landing/play-trial/download'])
    expect(await previewOf(path, { inviteCode: 'A1' })).toMatchObject({ title: '免费试玩「星海远征」', path })
})

it('names an activity that is enabled, and no other', async () => {
  const activityId = await createActivity('双旦特惠')
  const path = '/pages/webView/activity'
  expect(await previewOf(path, { activityId: `${activityId}` })).toMatchObject({
    title: '双旦特惠',
    path: `${path}?activityId=${activityId}`,
  })
  for (const other of ['987654', '0', '1e3', '-1', '99999999999', [`${activityId}`], undefined])
    expect(await previewOf(path, { activityId: other })).toBeUndefined()
  await server.database.pool.query('update activities set is_enabled = false where id = $1', [activityId])
  expect(await previewOf(path, { activityId: `${activityId}` })).toBeUndefined()
})

it('tells nothing about a shared screen, not even whether it is there', async () => {
  const preview = await previewOf('/pages/webView/web_instance', { share: 'x'.repeat(43) })
  expect(preview).toMatchObject({ title: '打开分享给你的云手机', path: '/pages/webView/web_instance' })
  expect(await previewOf('/pages/webView/web_instance', { cardCode: '1' })).toEqual(preview)
  expect(await previewOf('/pages/webView/web_instance', { id: '1' })).toBeUndefined()
})

it('leaves other pages as they are', async () => {
  expect(await previewOf('/pages/user/orders', {})).toBeUndefined()
})
