import { sql } from 'drizzle-orm'
import { chinaDay } from '../../platform/china-time.ts'
import type { Tx } from '../../platform/database.ts'
import type { MessageDeps } from './deps.ts'
import type { WrittenMessage } from './insert-store.ts'
import { SEND_JOB } from './send-messages.ts'

/** What one user is sent by SMS on one day, whatever happens. */
const SMS_A_DAY = 5

/**
 * Decides which of the messages just written also go outside. What is spent for them is spent here, in their own
 * transaction and while their users are held: a storm sends no more than what was agreed to, and nothing is sent twice.
 */
export const planSends = async (deps: MessageDeps, tx: Tx, written: readonly WrittenMessage[]): Promise<void> => {
  const { subscriptions, sms } = deps
  const now = deps.clock.now()
  const day = chinaDay(now)
  const offered = subscriptions.templates.map(({ messageType }) => messageType)
  const column = (read: (message: WrittenMessage) => number) => sql.param(written.map(read))
  const { rows } = await tx.execute(sql`
    with written as (
      select * from unnest(
        ${column(({ id }) => id)}::bigint[],
        ${column(({ userId }) => userId)}::bigint[],
        ${column(({ messageType }) => messageType)}::smallint[]
      ) as w (message_id, user_id, message_type)
    ), wishes as (
      select * from message_settings s
      where (is_subscribed and subscriptions_left > 0 or is_sent_by_sms)
        and exists (select 1 from written w where w.user_id = s.user_id and w.message_type = s.message_type)
      order by user_id, message_type for update
    ), ranked as (
      select w.message_id, w.user_id, w.message_type, s.is_subscribed, s.subscriptions_left, s.is_sent_by_sms,
        row_number() over (partition by w.user_id, w.message_type order by w.message_id) as place_in_type,
        row_number() over (partition by w.user_id, s.is_sent_by_sms order by w.message_id) as place_in_sms
      from written w join wishes s using (user_id, message_type)
    ), planned as (
      select message_id, user_id, message_type, 'subscription' as way from ranked
      where is_subscribed and place_in_type <= subscriptions_left
        and message_type = any(${sql.param(offered)}::smallint[])
      union all
      select r.message_id, r.user_id, r.message_type, 'sms' from ranked r
      left join sms_quotas q on q.subject = 'notice:' || r.user_id and q.day = ${day}::date
      where r.is_sent_by_sms and ${sms.canNotify} and r.place_in_sms + coalesce(q.sent, 0) <= ${SMS_A_DAY}
    ), agreed as (
      update message_settings s set subscriptions_left = s.subscriptions_left - used.count
      from (
        select user_id, message_type, count(*) as count from planned where way = 'subscription'
        group by user_id, message_type
      ) used
      where s.user_id = used.user_id and s.message_type = used.message_type
    ), counted as (
      insert into sms_quotas as q (subject, day, sent)
      select 'notice:' || user_id, ${day}::date, count(*) from planned where way = 'sms' group by user_id
      on conflict (subject, day) do update set sent = q.sent + excluded.sent
    )
    insert into message_sends (message_id, way, due_at) select message_id, way, ${now} from planned
    returning message_id`)
  if (rows.length > 0) await deps.jobs().add(tx, SEND_JOB, {})
}
