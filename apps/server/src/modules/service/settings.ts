import { isServiceOpen, serviceDueAt, workingHoursText } from '@yunji/contract/service/rules'
import { type ServiceContact, type ServiceSettings, serviceSettings } from '@yunji/contract/service/schema'
import type { Db, Tx } from '../../platform/database.ts'
import { readSetting, writeSetting } from '../configuration/configure/index.ts'
import type { ServiceDeps } from './deps.ts'

const KEY = 'customerService'

/** Undefined until an operator has set them; a value that does not fit counts as none. */
export const readSettings = (db: Db | Tx): Promise<ServiceSettings | undefined> =>
  readSetting(db, KEY, serviceSettings, { unset: undefined })

export const saveSettings =
  ({ database: { db }, clock }: Pick<ServiceDeps, 'database' | 'clock'>) =>
  (settings: ServiceSettings): Promise<void> =>
    writeSetting(db, KEY, settings, clock.now())

export const getContact =
  ({ database: { db }, clock }: Pick<ServiceDeps, 'database' | 'clock'>) =>
  async (): Promise<ServiceContact> => {
    const settings = await readSettings(db)
    const hours = settings?.hours
    return {
      url: settings?.url ?? '',
      phone: settings?.phone ?? '',
      wechat: settings?.wechat ?? '',
      workingHours: hours ? workingHoursText(hours) : '',
      isOpenNow: hours ? isServiceOpen(hours, clock.now().getTime()) : null,
    }
  }

/** Instant by which a message of now is answered; null where no hours are set: nothing is promised then. */
export const dueAtOf = (settings: ServiceSettings | undefined, now: Date): Date | null => {
  const dueMs = settings?.hours ? serviceDueAt(settings.hours, now.getTime(), settings.answerMinutes) : null
  return dueMs === null ? null : new Date(dueMs)
}
