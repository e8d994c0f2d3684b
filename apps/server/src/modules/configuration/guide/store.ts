import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { guideEnds } from '../../../tables/trials.ts'

/** Has neither ended the tour nor ever had a device: who has one knows the way. */
export const isNewcomer = async (db: Db, userId: number): Promise<boolean> => {
  const { rows } = await db.execute<{ is_newcomer: boolean }>(sql`
    select not exists (select from guide_ends where user_id = ${userId})
      and not exists (select from devices where owner_id = ${userId}) as is_newcomer`)
  return rows[0]?.is_newcomer ?? false
}

export const endGuide = async (db: Db, userId: number, endedAt: Date): Promise<void> => {
  await db.insert(guideEnds).values({ userId, endedAt }).onConflictDoNothing()
}
