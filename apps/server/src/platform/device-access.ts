import { type DeviceButton, deviceButtonLabels } from '@yunji/contract/devices/device/enums'
import type { DeviceRight } from '@yunji/contract/wire/call'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { AppError } from './errors.ts'

export interface DeviceAccess {
  /** Contains only devices that the user may at least view: absent, foreign and released ones are missing alike. */
  findRights(userId: number, deviceIds: readonly number[]): Promise<ReadonlyMap<number, DeviceRight>>
}

/** Run by every call about a device, so hand-written and prepared once per connection. */
const LOOK_UP = `
  select d.id, case when d.owner_id = $1 then 'owner' else g.access end as held
  from devices d
  left join device_grants g
    on g.device_id = d.id and g.grantee_id = $1 and g.state = 'active' and g.expires_at > $3
  where d.id = any($2::bigint[]) and d.state <> 'released' and (d.owner_id = $1 or g.id is not null)`

export const createDeviceAccess = ({ pool }: Database, clock: Clock): DeviceAccess => ({
  async findRights(userId, deviceIds) {
    const { rows } = await pool.query<{ id: string; held: DeviceRight }>({
      name: 'device-rights',
      text: LOOK_UP,
      values: [userId, deviceIds, clock.now()],
    })
    return new Map(rows.map(({ id, held }) => [Number(id), held]))
  },
})

/** Buttons are rights (section 6): a call for an operation whose button the device does not have is refused. */
export const assertButton = ({ buttons }: { readonly buttons: readonly number[] }, button: DeviceButton): void => {
  if (!buttons.includes(button)) {
    throw new AppError('SHOW_ERROR_TIP', { text: `该设备暂不支持${deviceButtonLabels[button]}` })
  }
}
