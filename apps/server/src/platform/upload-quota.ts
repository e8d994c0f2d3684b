import { sql } from 'drizzle-orm'
import { uploadQuotas } from '../tables/platform.ts'
import { chinaDay } from './china-time.ts'
import type { Tx } from './database.ts'
import { AppError } from './errors.ts'

interface Upload {
  readonly userId: number
  readonly kind: 'avatar' | 'verification' | 'ticket'
  readonly bytes: number
}

export interface UploadLimits {
  readonly uploads: number
  readonly bytes: number
}

/**
 * Charges an upload to the account's daily quota, in the transaction that stores it. Other uploads of the account and
 * kind wait until that transaction ends, so that a count of stored ones is complete.
 */
export const takeUploadQuota = async (
  tx: Tx,
  { userId, kind, bytes }: Upload,
  limits: UploadLimits,
  now: Date,
): Promise<void> => {
  const taken = await tx
    .insert(uploadQuotas)
    .values({ userId, kind, day: chinaDay(now), uploads: 1, bytes })
    .onConflictDoUpdate({
      target: [uploadQuotas.userId, uploadQuotas.kind, uploadQuotas.day],
      set: { uploads: sql`${uploadQuotas.uploads} + 1`, bytes: sql`${uploadQuotas.bytes} + ${bytes}` },
      setWhere: sql`${uploadQuotas.uploads} < ${limits.uploads} and ${uploadQuotas.bytes} + ${bytes} <= ${limits.bytes}`,
    })
    .returning({ uploads: uploadQuotas.uploads })
  if (taken.length === 0) throw new AppError('SHOW_ERROR_TIP', { text: '今天上传的图片已达上限，请明天再试' })
}
