import type { ScheduleKind } from '@yunji/contract/devices/schedule/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'

interface NextRun extends Record<string, unknown> {
  readonly device_id: string
  readonly next_ms: number
}

/** Next run of a kind for each device that one of its owner's schedules names, by itself, its group or a tag. */
export const findNextRuns = async (
  db: Db,
  ownerId: number,
  kind: ScheduleKind,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> => {
  const { rows } = await db.execute<NextRun>(sql`
    select d.id as device_id, (extract(epoch from min(s.next_at)) * 1000)::float8 as next_ms
    from device_schedules s
    join devices d on d.owner_id = s.owner_id and d.id = any(${sql.param([...deviceIds])}::bigint[])
    where s.owner_id = ${ownerId} and s.kind = ${kind} and s.next_at is not null and s.paused_at is null
      and case s.target
        when 'devices' then
          exists (select 1 from device_schedule_devices c where c.schedule_id = s.id and c.device_id = d.id)
        when 'group' then d.group_id = s.group_id
        else exists (select 1 from device_tags t where t.device_id = d.id and t.tag = s.tag)
      end
    group by d.id`)
  return new Map(rows.map(({ device_id, next_ms }) => [Number(device_id), new Date(next_ms)]))
}
