import { and, eq, gt, lte, ne } from 'drizzle-orm'
import { type Clock, DAY_MS, later } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { OutboxEvent } from '../platform/outbox/events.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { devices } from '../tables/devices.ts'
import { users } from '../tables/identity.ts'
import { notices } from '../tables/messages.ts'
import { demoAccount, lockSeeds } from './demo.ts'

interface DemoNotice {
  readonly title: string
  readonly content: string
  readonly link: string
  readonly linkText: string
}

interface MessagePublisher {
  readonly outbox: Outbox
  readonly publishNotice: (notice: DemoNotice) => Promise<unknown>
}

const demoNotices: readonly DemoNotice[] = [
  {
    title: '欢迎来到云机',
    content: '点开设备的画面就能使用云手机。上传文件、安装应用、批量操作都在设备菜单里。',
    link: '/pages/Home/index',
    linkText: '去看看',
  },
  {
    title: '任务中心上线了',
    content: '重启、清理和创建云手机的进度都在任务中心里，可以查看每台设备的结果，取消或重试。',
    link: '/pages/Task/index',
    linkText: '去看看',
  },
]

/** Messages for the demo account, through the regular outbox. Idempotent: each event is written once. */
export const seedDemoMessages = async (
  db: Db,
  clock: Clock,
  { outbox, publishNotice }: MessagePublisher,
): Promise<void> => {
  const [owner] = await db.select().from(users).where(eq(users.mobilePhone, demoAccount.mobilePhone))
  if (!owner) return
  await db.transaction(async (tx) => {
    await lockSeeds(tx)
    for (const notice of demoNotices) {
      if ((await tx.$count(notices, eq(notices.title, notice.title))) === 0) await publishNotice(notice)
    }
    await outbox.addAll(tx, await remindersOf(tx, owner.id, clock.now()))
  })
}

/** For phones rented for less than a day, which get no regular reminder. */
const remindersOf = async (tx: Tx, ownerId: number, now: Date): Promise<OutboxEvent[]> => {
  const isEnding = and(gt(devices.expiresAt, now), lte(devices.expiresAt, later(now, DAY_MS)))
  const ending = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.ownerId, ownerId), ne(devices.state, 'released'), isEnding))
  return ending.map(({ id, name, expiresAt }) => ({
    event: 'deviceExpiring',
    userId: ownerId,
    key: `demo:expiring:${id}:${expiresAt.getTime()}`,
    payload: {
      deviceId: id,
      deviceName: name,
      expiresAt: expiresAt.getTime(),
      remainingMs: expiresAt.getTime() - now.getTime(),
    },
  }))
}
