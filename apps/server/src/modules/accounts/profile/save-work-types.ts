import { DUPLICATE_WORK_TYPE_MESSAGE, isDuplicateWorkType, type WorkType } from '@yunji/contract/accounts/profile/rules'
import { asc, eq } from 'drizzle-orm'
import { AppError } from '../../../platform/errors.ts'
import { workTypes } from '../../../tables/identity.ts'
import { areKnownWorkTypes } from '../../configuration/dictionary/index.ts'
import type { ProfileDeps } from './deps.ts'

export const getWorkTypes =
  ({ database: { db } }: ProfileDeps) =>
  async (userId: number) => ({
    entries: await db
      .select({ industryId: workTypes.industryId, worktypeId: workTypes.worktypeId })
      .from(workTypes)
      .where(eq(workTypes.userId, userId))
      .orderBy(asc(workTypes.position)),
  })

/** The list as a whole: what it leaves out is gone. */
export const saveWorkTypes =
  ({ database: { db } }: ProfileDeps) =>
  async (userId: number, entries: readonly WorkType[]): Promise<void> => {
    if (entries.some((entry, at) => isDuplicateWorkType(entries.slice(0, at), entry)))
      throw new AppError('BAD_INPUT', { text: DUPLICATE_WORK_TYPE_MESSAGE })
    if (!(await areKnownWorkTypes(db, entries))) throw new AppError('BAD_INPUT', { text: '请选择列表中的行业和工种' })
    await db.transaction(async (tx) => {
      await tx.delete(workTypes).where(eq(workTypes.userId, userId))
      const rows = entries.map(({ industryId, worktypeId }, position) => ({ userId, position, industryId, worktypeId }))
      // Of two that save at once the later one waits here, and its rows are the ones that stay.
      if (rows.length > 0) await tx.insert(workTypes).values(rows).onConflictDoNothing()
    })
  }
