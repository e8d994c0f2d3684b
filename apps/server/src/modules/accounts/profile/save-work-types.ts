import { DUPLICATE_WORK_TYPE_MESSAGE, isDuplicateWorkType, type WorkType } from '@yunji/contract/accounts/profile/rules'
import { AppError } from '../../../platform/errors.ts'
import { areKnownWorkTypes } from '../../configuration/dictionary/index.ts'
import type { ProfileDeps } from './deps.ts'
import { listWorkTypes, replaceWorkTypes } from './store.ts'

export const getWorkTypes =
  ({ database: { db } }: ProfileDeps) =>
  async (userId: number) => ({
    entries: await listWorkTypes(db, userId),
  })

/** Replaces the whole list. */
export const saveWorkTypes =
  ({ database: { db } }: ProfileDeps) =>
  async (userId: number, entries: readonly WorkType[]): Promise<void> => {
    if (entries.some((entry, at) => isDuplicateWorkType(entries.slice(0, at), entry)))
      throw new AppError('BAD_INPUT', { text: DUPLICATE_WORK_TYPE_MESSAGE })
    if (!(await areKnownWorkTypes(db, entries))) throw new AppError('BAD_INPUT', { text: '请选择列表中的行业和工种' })
    await db.transaction((tx) => replaceWorkTypes(tx, userId, entries))
  }
