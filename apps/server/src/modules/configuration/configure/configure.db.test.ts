import { expect, it } from 'vitest'
import { settings } from '../../../tables/platform.ts'
import { useServer } from '../../../testing/use-server.ts'

const CONFIG = '/vmcloud/api/configure/getCommonConfig?versionCode=001000000'

const server = await useServer()

it('gives the default reminder, then what the operator has set', async () => {
  const byDefault = { renewalReminderMsg: '设备已到期，系统保留 2 小时，请及时续费', externalScripts: [] }
  expect(await server.get(CONFIG)).toMatchObject({ code: 200, data: byDefault })

  const row = { key: 'renewalReminderMsg', value: '', updatedAt: server.clock.now() }
  await server.database.db.insert(settings).values(row)
  expect((await server.get(CONFIG)).data).toEqual(byDefault)

  await server.database.db.update(settings).set({ value: '记得续费' })
  expect((await server.get(CONFIG)).data).toEqual({ renewalReminderMsg: '记得续费', externalScripts: [] })
})
