import { setTimeout as delay } from 'node:timers/promises'
import type { TaskInfo } from '@yunji/contract/devices/task/schema'
import { eventually } from '@yunji/testkit/eventually'
import { expect, it } from 'vitest'
import { dropConnections } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const PHONES = 5
const CUTS = 5
const CUT_EVERY_MS = 80
/** A worker that could not report its result is detected after ten seconds; the check runs every five. */
const DEADLINE_MS = 100_000

const server = await useServer()

it(
  'ends a task well whose database goes away again and again while phones work',
  async () => {
    const make = createDevices(server)
    const { userId, token } = await make.addPerson()
    const deviceIds: number[] = []
    for (let at = 0; at < PHONES; at += 1) deviceIds.push((await make.addDevice(userId)).id)
    const work = Promise.withResolvers<void>()
    server.supplier.blockedBy = work.promise
    const { data } = await server.post('/vmcloud/api/device/sendCommand', { deviceIds, command: 'CleanVm' }, { token })
    const { taskId } = data as { taskId: number }
    for (let cuts = 0; cuts < CUTS; cuts += 1) {
      await dropConnections(server.database.url)
      if (cuts === 2) work.resolve()
      await delay(CUT_EVERY_MS)
    }
    const task = await eventually(
      async () => {
        const info = (await server.get(`/vmcloud/api/task/getTaskInfo?taskId=${taskId}`, { token })).data as TaskInfo
        expect(info.state).toBe('succeeded')
        return info
      },
      { deadlineMs: DEADLINE_MS, everyMs: 200 },
    )
    expect(task.parts.map(({ state }) => state)).toEqual(Array.from({ length: PHONES }, () => 'succeeded'))
    const states = await Promise.all(deviceIds.map((id) => make.stateOf(id)))
    expect(new Set(states)).toEqual(new Set(['running']))
  },
  2 * DEADLINE_MS,
)
