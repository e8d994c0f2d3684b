import { ZONE_CHANGE_COST_BEANS } from '@yunji/contract/devices/device/rules'
import { eventually } from '@yunji/testkit/eventually'
import type { KilledProduct } from './killed-product.ts'
import { brokenBooks } from './purchase-verdict.ts'

/** Guards against hanging only: a phone that was not seen is faulty until the next look. */
const BACK_DEADLINE_MS = 180_000

interface DeviceNow {
  readonly [column: string]: unknown
  readonly id: number
  readonly state: string
  readonly phone_id: string
  readonly zone_id: number
  readonly image_version: string
}

export interface Before {
  /** Replaced, moved and updated; the others get the app. */
  readonly deviceIds: readonly number[]
  readonly devices: ReadonlyMap<number, DeviceNow>
  readonly otherZoneId: number
  readonly packageName: string
  readonly note: string
  readonly beans: number
  readonly unowned: string
  readonly lastTaskId: number
}

const readDevices = async ({ query, userId }: KilledProduct): Promise<Map<number, DeviceNow>> => {
  const rows = await query<DeviceNow>(
    `select id::int, state, phone_id, zone_id::int, image_version from devices where owner_id = $1 order by id`,
    [userId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const readNumber = async ({ query }: KilledProduct, text: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await query<{ value: string }>(text, values))[0]?.value ?? 0)

const readBeans = (product: KilledProduct): Promise<number> =>
  readNumber(product, `select balance_cents as value from ledger_accounts where user_id = $1 and kind = 'beans'`, [
    product.userId,
  ])

/** Stock that no device and no kept phone accounts for; the demo's shop has some from the start. */
const readUnowned = async ({ query }: KilledProduct): Promise<string> => {
  const rows = await query(
    `select z.zone_id, z.config_id, z.rented - (
       select count(*) from devices d where d.zone_id = z.zone_id and d.config_id = z.config_id and d.state <> 'released'
     ) - (
       select count(*) from quarantined_phones q where q.zone_id = z.zone_id and q.config_id = z.config_id and q.has_place
     ) as unowned from zone_stock z order by 1, 2`,
  )
  return JSON.stringify(rows)
}

/** Makes the customer's phones ready for the next round, each with a note on it. */
export const readBefore = async (product: KilledProduct, round: number): Promise<Before> => {
  const { query, userId, deviceIds } = product
  // A replacement a day, a free move in 30 days: the rounds are a month apart, and the free move was yesterday.
  await query(`update device_moves set created_at = created_at - interval '31 days'`)
  await query(
    `insert into device_moves (device_id, user_id, kind, from_zone_id, to_zone_id, config_id, keeps_data, cost_beans,
       created_at, ended_at, has_moved)
     select id, owner_id, 'zone', zone_id, zone_id, config_id, true, 0, now() - interval '1 day', now(), true
     from devices where owner_id = $1 and id = $2`,
    [userId, deviceIds[1]],
  )
  await query(`update devices set image_version = '' where owner_id = $1`, [userId])
  const devices = await readDevices(product)
  const note = `round ${round}`
  for (const { phone_id: phoneId } of devices.values()) {
    await product.phones.fault(phoneId, 'none')
    await product.writeNote(phoneId, note)
  }
  const isHere = `zone_id = (select zone_id from devices where id = $1)`
  return {
    deviceIds,
    devices,
    otherZoneId: await readNumber(
      product,
      `select min(zone_id) as value from zone_stock where config_id = (select config_id from devices where id = $1)
       and not ${isHere}`,
      [deviceIds[1]],
    ),
    packageName: `com.example.round${round}`,
    note,
    beans: await readBeans(product),
    unowned: await readUnowned(product),
    lastTaskId: await readNumber(product, 'select coalesce(max(id), 0) as value from tasks'),
  }
}

interface EndedPart {
  readonly [column: string]: unknown
  readonly kind: string
  readonly device_id: number
  readonly state: string
  readonly reason: string
}

const assertBack = async (product: KilledProduct): Promise<void> => {
  const devices = [...(await readDevices(product)).values()]
  const away = devices.filter(({ state }) => state !== 'running')
  if (away.length > 0) throw new Error(`devices are ${away.map(({ id, state }) => `${id} ${state}`).join(', ')}`)
  const kept = await product.query<{ phone_id: string }>('select phone_id from quarantined_phones')
  const owned = new Set([...devices, ...kept].map(({ phone_id: phoneId }) => phoneId))
  const isOfDevice = new RegExp(`^device-(${devices.map(({ id }) => id).join('|')})-`)
  const unowned = (await product.phoneIds()).filter((id) => isOfDevice.test(id) && !owned.has(id))
  if (unowned.length > 0) throw new Error(`phones of nobody run on: ${unowned.join(', ')}`)
}

const checkMove = async (product: KilledProduct, before: DeviceNow, now: DeviceNow, note: string, zoneId: number) => {
  const [part] = await product.query<{ state: string }>(
    'select state from task_parts where device_id = $1 order by id desc limit 1',
    [now.id],
  )
  const hasMoved = part?.state === 'succeeded'
  const kept = await product.query('select id from quarantined_phones where device_id = $1 and phone_id = $2', [
    now.id,
    before.phone_id,
  ])
  return [
    ...((now.phone_id !== before.phone_id) === hasMoved ? [] : [`${part?.state}, and the phone is ${now.phone_id}`]),
    ...(now.zone_id === (hasMoved ? zoneId : before.zone_id) ? [] : [`${part?.state}, and its zone is ${now.zone_id}`]),
    ...(kept.length === (hasMoved ? 1 : 0) ? [] : [`${part?.state}, and ${kept.length} former phones are kept`]),
    ...((await product.readNote(before.phone_id)) === note ? [] : ['the former phone has lost its note']),
  ]
}

/** Differences from what the tasks say that happened. */
export const findWrongChanges = async (product: KilledProduct, before: Before): Promise<string[]> => {
  const back = eventually(() => assertBack(product), { deadlineMs: BACK_DEADLINE_MS, everyMs: 250 })
  const wrong = await back.then(
    (): string[] => [],
    (error: Error) => [error.message],
  )
  const parts = await product.query<EndedPart>(
    `select t.kind, p.device_id::int, p.state, p.reason from task_parts p join tasks t on t.id = p.task_id
     where t.id > $1 and t.owner_id = $2`,
    [before.lastTaskId, product.userId],
  )
  const now = await readDevices(product)
  const [replaced = 0, moved = 0, updated = 0, ...others] = before.deviceIds
  if (parts.length !== before.deviceIds.length) wrong.push(`${parts.length} parts of tasks`)
  for (const { kind, state, reason } of parts)
    if (state !== 'succeeded' && reason === '') wrong.push(`${kind} ended ${state} without a reason`)
  for (const [id, device] of now) {
    const note = await product.readNote(device.phone_id)
    if (note !== before.note) wrong.push(`the phone of device ${id} has the note "${note}"`)
  }
  for (const id of [replaced, moved]) {
    const [was, is] = [before.devices.get(id), now.get(id)]
    if (!was || !is) throw new Error(`no device ${id}`)
    const zoneId = id === moved ? before.otherZoneId : was.zone_id
    wrong.push(...(await checkMove(product, was, is, before.note, zoneId)).map((text) => `device ${id} ${text}`))
  }
  const stateOf = (id: number) => parts.find((part) => part.device_id === id)?.state
  const image = stateOf(updated) === 'succeeded' ? 'B-1.1' : ''
  if (now.get(updated)?.image_version !== image) wrong.push(`update ${stateOf(updated)}, and the image is another`)
  for (const id of others) {
    const apps = await eventually(() => product.listApps(id), { deadlineMs: BACK_DEADLINE_MS, everyMs: 250 })
    const isThere = apps.includes(before.packageName)
    if (stateOf(id) === 'succeeded' && !isThere) wrong.push(`device ${id} does not have the app`)
  }
  const paid = stateOf(moved) === 'succeeded' ? ZONE_CHANGE_COST_BEANS : 0
  const beans = await readBeans(product)
  if (beans !== before.beans - paid) wrong.push(`a move that ${stateOf(moved)} has cost ${before.beans - beans} beans`)
  if ((await readUnowned(product)) !== before.unowned) wrong.push('stock does not add up')
  return [...wrong, ...(await brokenBooks(product.url))]
}
