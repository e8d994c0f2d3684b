import { MAX_TITLES, titleRefusal } from '@yunji/contract/commerce/invoice/rules'
import type { InvoiceTitle, SavedTitle, titleInput } from '@yunji/contract/commerce/invoice/schema'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/errors.ts'
import type { InvoiceDeps } from './deps.ts'
import {
  clearDefault,
  insertTitle,
  listTitles,
  lockTitles,
  removeTitle,
  type TitleRow,
  updateTitle,
} from './title-store.ts'

type TitleInput = z.output<typeof titleInput>
type TitleDeps = Pick<InvoiceDeps, 'database' | 'clock'>

/** Fields of a title that an invoice takes over. */
export const titleOf = ({
  kind,
  name,
  taxNumber,
  address,
  phone,
  bankName,
  bankAccount,
}: InvoiceTitle): InvoiceTitle => ({
  kind,
  name,
  taxNumber,
  address,
  phone,
  bankName,
  bankAccount,
})

const savedOf = (row: TitleRow): SavedTitle => ({ titleId: row.id, ...titleOf(row), isDefault: row.isDefault })

const assertTitle = (title: TitleInput): void => {
  const text = titleRefusal(title)
  if (text !== null) throw new AppError('SHOW_ERROR_TIP', { text })
}

export const getTitles =
  ({ database: { db } }: TitleDeps) =>
  async (userId: number) => ({ titles: (await listTitles(db, userId)).map(savedOf) })

/** The first title is the default one. */
export const addTitle =
  ({ database: { db }, clock }: TitleDeps) =>
  (userId: number, title: TitleInput): Promise<SavedTitle> => {
    assertTitle(title)
    return db.transaction(async (tx) => {
      await lockTitles(tx, userId)
      const count = (await listTitles(tx, userId)).length
      if (count >= MAX_TITLES) throw new AppError('SHOW_ERROR_TIP', { text: `最多保存 ${MAX_TITLES} 个抬头` })
      const isDefault = title.isDefault || count === 0
      if (isDefault) await clearDefault(tx, userId)
      const now = clock.now()
      return savedOf(await insertTitle(tx, { ...title, isDefault, userId, createdAt: now, updatedAt: now }))
    })
  }

export const changeTitle =
  ({ database: { db }, clock }: TitleDeps) =>
  (userId: number, titleId: number, title: TitleInput): Promise<SavedTitle> => {
    assertTitle(title)
    return db.transaction(async (tx) => {
      await lockTitles(tx, userId)
      if (title.isDefault) await clearDefault(tx, userId)
      const changed = await updateTitle(tx, userId, titleId, { ...title, updatedAt: clock.now() })
      if (!changed) throw new AppError('NOT_FOUND')
      return savedOf(changed)
    })
  }

export const deleteTitle =
  ({ database: { db } }: TitleDeps) =>
  (userId: number, titleId: number): Promise<null> =>
    db.transaction(async (tx) => {
      await lockTitles(tx, userId)
      if (!(await removeTitle(tx, userId, titleId))) throw new AppError('NOT_FOUND')
      return null
    })
