import { type AvailabilityRule, availabilityRule, defaultRule } from '@yunji/contract/devices/availability/rules'
import type { Db, Tx } from '../../../platform/database.ts'
import { readSetting, writeSetting } from '../../configuration/configure/index.ts'
import type { AvailabilityDeps } from './deps.ts'

const KEY = 'availability'

/** The default until an operator has set one, and where what is stored does not fit. */
export const readRule = (db: Db | Tx): Promise<AvailabilityRule> =>
  readSetting(db, KEY, availabilityRule, { unset: defaultRule })

export const saveRule =
  ({ database: { db }, clock }: Pick<AvailabilityDeps, 'database' | 'clock'>) =>
  async (rule: AvailabilityRule): Promise<null> => {
    await writeSetting(db, KEY, rule, clock.now())
    return null
  }
