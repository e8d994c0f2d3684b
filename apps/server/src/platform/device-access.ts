import { type DeviceButton, deviceButtonLabels } from '@yunji/contract/devices/device/enums'
import type { DeviceRight } from '@yunji/contract/wire/call'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { AppError } from './errors.ts'
import { query, type Statement, type Tx } from './transaction.ts'

export interface DeviceAccess {
  /**
   * Contains only devices that the user may at least view: absent, foreign and released ones are missing alike. A
   * transaction names itself: with a second connection each, many would wait for each other's.
   */
  findRights(userId: number, deviceIds: readonly number[], tx?: Tx): Promise<ReadonlyMap<number, DeviceRight>>
}

/** Run by every call about a device, so hand-written and prepared once per connection. */
const LOOK_UP: Statement = {
  name: 'device-rights',
  text: `
  select d.id, case when d.owner_id = $1 then 'owner' else g.access end as held
  from devices d
  left join device_grants g
    on g.device_id = d.id and g.grantee_id = $1 and g.state = 'active' and g.expires_at > $3
  where d.id = any($2::bigint[]) and d.state <> 'released' and (d.owner_id = $1 or g.id is not null)`,
}

interface Row {
  readonly id: string
  readonly held: DeviceRight
}

export const createDeviceAccess = ({ pool }: Database, clock: Clock): DeviceAccess => ({
  async findRights(userId, deviceIds, tx) {
    const values = [userId, deviceIds, clock.now()]
    const rows = tx ? await query<Row>(tx, LOOK_UP, values) : (await pool.query<Row>({ ...LOOK_UP, values })).rows
    return new Map(rows.map(({ id, held }) => [Number(id), held]))
  },
})

/** Buttons are rights (section 6): a call for an operation whose button the device does not have is refused. */
export const assertButton = ({ buttons }: { readonly buttons: readonly number[] }, button: DeviceButton): void => {
  if (!buttons.includes(button)) {
    throw new AppError('SHOW_ERROR_TIP', { text: `该设备暂不支持${deviceButtonLabels[button]}` })
  }
}
