import { setTimeout as delay } from 'node:timers/promises'
import { sendFile } from '@yunji/contract/devices/app/calls'
import { ZONE_CHANGE_COST_BEANS } from '@yunji/contract/devices/device/rules'
import { changeZone, replaceDevice } from '@yunji/contract/devices/move/calls'
import { cancelTask } from '@yunji/contract/devices/task/calls'
import { upgradeDevice } from '@yunji/contract/devices/update/calls'
import { eventually } from '@yunji/testkit/eventually'
import { createRandom } from '@yunji/testkit/random'
import type { TrialOptions } from '@yunji/testkit/verify-promise'
import { type Before, findWrongChanges, readBefore } from './killed-changes-verdict.ts'
import { type KilledProduct, withKilledProduct } from './killed-product.ts'

/** Guards against hanging only. */
const DEADLINE_MS = 300_000
/** About the time that a move takes. */
const LONGEST_WAIT_MS = 3000

/** What goes wrong beside the kill: the customer cancels, or the new phone has no room for the data. */
const troubles = ['noRoom', 'cancelled', 'none'] as const

/**
 * Replaces a phone, moves one for beans, updates one and installs an app on two, and kills the product amid it, up to twice.
 * Phones run on, as their hosts do.
 */
export const killAmidChanges = (
  rounds: number,
  { form, seed, log }: TrialOptions,
): Promise<{ kills: number; violations: string[] }> =>
  withKilledProduct(async (product) => {
    const random = createRandom(seed)
    const violations: string[] = []
    let kills = 0
    for (let round = 0; round < rounds; round += 1) {
      const trouble = form === 'long' ? random.pick(troubles) : (troubles[round % troubles.length] ?? 'none')
      const before = await readBefore(product, round)
      await begin(product, before, trouble)
      for (let kill = form === 'small' ? 1 : random.integer(1, 2); kill > 0; kill -= 1) {
        await delay(random.integer(0, LONGEST_WAIT_MS))
        await product.killAndRestart()
        kills += 1
      }
      await eventually(() => assertOver(product), { deadlineMs: DEADLINE_MS, everyMs: 200 })
      const wrong = await findWrongChanges(product, before)
      violations.push(...wrong.map((text) => `round ${round + 1} (${trouble}): ${text}`))
      log(`round ${round + 1}, trouble ${trouble}: ${kills} kills so far, ${wrong.length} violations`)
    }
    return { kills, violations }
  })

const begin = async (product: KilledProduct, before: Before, trouble: (typeof troubles)[number]): Promise<void> => {
  const [replaced = 0, moved = 0, updated = 0, ...others] = before.deviceIds
  const zone = { deviceId: moved, zoneId: before.otherZoneId, costBeans: ZONE_CHANGE_COST_BEANS }
  const { taskId } = await product.call<{ taskId: number }>(changeZone, zone)
  const replacing = { deviceId: replaced, reason: 'slow', keepsData: true }
  const { taskId: replaceTaskId } = await product.call<{ taskId: number }>(replaceDevice, replacing)
  await product.call(upgradeDevice, { deviceId: updated, version: 'B-1.1' })
  await product.call(sendFile, { deviceIds: others, fileId: await product.uploadApp(before.packageName) })
  if (trouble === 'cancelled') for (const id of [taskId, replaceTaskId]) await cancel(product, id)
  if (trouble === 'noRoom') await fillNewPhone(product, moved)
}

/** Too late to be cancelled is an answer as well. */
const cancel = (product: KilledProduct, taskId: number): Promise<unknown> =>
  product.call(cancelTask, { taskId }).catch(() => undefined)

/** The new phone may have its data already. */
const fillNewPhone = async (product: KilledProduct, deviceId: number): Promise<void> => {
  const find = async (): Promise<string> => {
    const [row] = await product.query<{ phone_id: string | null; has_moved: boolean | null }>(
      'select phone_id, has_moved from device_moves where device_id = $1 order by id desc limit 1',
      [deviceId],
    )
    if (!row?.phone_id || row.has_moved !== null) return ''
    if (!(await product.phoneIds()).includes(row.phone_id)) throw new Error('the new phone is not there')
    return row.phone_id
  }
  const phoneId = await eventually(find, { deadlineMs: DEADLINE_MS, everyMs: 20 })
  if (phoneId) await product.phones.fault(phoneId, 'diskFull').catch(() => undefined)
}

const assertOver = async (product: KilledProduct): Promise<void> => {
  const open = await product.query(
    `select t.kind, p.state, p.step from task_parts p join tasks t on t.id = p.task_id where p.ended_at is null`,
  )
  if (open.length > 0) throw new Error(`not over: ${JSON.stringify(open)}`)
}
