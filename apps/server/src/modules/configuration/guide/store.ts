import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { guideEnds } from '../../../tables/trials.ts'

export const hasEndedGuide = async (db: Db, userId: number): Promise<boolean> =>
  (await db.$count(guideEnds, eq(guideEnds.userId, userId))) > 0

export const endGuide = async (db: Db, userId: number, endedAt: Date): Promise<void> => {
  await db.insert(guideEnds).values({ userId, endedAt }).onConflictDoNothing()
}
