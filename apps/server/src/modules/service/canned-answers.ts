import { MAX_CANNED_ANSWERS, unknownPlaceholders } from '@yunji/contract/service/canned'
import { AppError } from '../../platform/errors.ts'
import type { ServiceDeps } from './deps.ts'
import { countCanned, insertCanned, removeCanned, replaceCanned } from './operator-store.ts'

interface CannedText {
  readonly title: string
  readonly content: string
}

type Deps = Pick<ServiceDeps, 'database' | 'clock'>

/** A placeholder that nothing fills would reach the customer as it is. */
const refuseUnknown = ({ content }: CannedText): void => {
  const unknown = unknownPlaceholders(content)
  if (unknown.length > 0) throw new AppError('BAD_INPUT', { text: `没有这个占位符：{${unknown.join('}、{')}}` })
}

export const createCanned =
  ({ database: { db }, clock }: Deps) =>
  async (text: CannedText): Promise<{ cannedAnswerId: number }> => {
    refuseUnknown(text)
    if ((await countCanned(db)) >= MAX_CANNED_ANSWERS)
      throw new AppError('SHOW_ERROR_TIP', { text: `最多 ${MAX_CANNED_ANSWERS} 条常用回复` })
    return { cannedAnswerId: await insertCanned(db, text, clock.now()) }
  }

export const updateCanned =
  ({ database: { db }, clock }: Deps) =>
  async (id: number, text: CannedText): Promise<null> => {
    refuseUnknown(text)
    if (!(await replaceCanned(db, id, text, clock.now()))) throw new AppError('NOT_FOUND')
    return null
  }

export const deleteCanned =
  ({ database: { db } }: Deps) =>
  async (id: number): Promise<null> => {
    if (!(await removeCanned(db, id))) throw new AppError('NOT_FOUND')
    return null
  }
