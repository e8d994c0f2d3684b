import { DEFAULT_TRIAL_TERMS, hasRoomForTrial, keptFree } from '@yunji/contract/configuration/guide/rules'
import { type TrialPhone, type TrialTerms, trialTerms } from '@yunji/contract/configuration/guide/schema'
import type { Db, Tx } from '../../../platform/database.ts'
import { readSetting } from '../../configuration/configure/index.ts'
import { findTrialPhone, listTrialStock } from './store.ts'

export const TRIAL_TERMS = 'trialTerms'

/** Terms that nobody can read switch trials off: a phone given away by mistake does not come back. */
export const readTerms = (db: Db | Tx): Promise<TrialTerms> =>
  readSetting(db, TRIAL_TERMS, trialTerms, {
    unset: DEFAULT_TRIAL_TERMS,
    unreadable: { ...DEFAULT_TRIAL_TERMS, isOn: false },
  })

export interface OpenTrial {
  readonly terms: TrialTerms
  readonly phone: TrialPhone
}

/** Terms and phone of trials; undefined while they are off, or their configuration is not sold. */
export const findOpenTrial = async (db: Db | Tx): Promise<OpenTrial | undefined> => {
  const terms = await readTerms(db)
  const phone = terms.isOn ? await findTrialPhone(db, terms.configId) : undefined
  return phone && { terms, phone }
}

/** Zones that may give one more trial, the one with the most free phones first. */
export const listTrialZones = async (db: Db | Tx, { terms, phone }: OpenTrial) =>
  (await listTrialStock(db, phone.configId))
    .filter((stock) => hasRoomForTrial(stock, terms))
    .map(({ zoneId, capacity }) => ({ zoneId, keptFree: keptFree(capacity, terms) }))
