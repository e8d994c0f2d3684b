import { getAbout, getCommonConfig } from '@yunji/contract/configuration/calls'
import { DEFAULT_RENEWAL_REMINDER } from '@yunji/contract/configuration/rules'
import { aboutProduct } from '@yunji/contract/configuration/schema'
import { setAbout } from '@yunji/contract/operator/content-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { findSetting, readSetting, writeSetting } from './store.ts'

const ABOUT = 'about'
const NO_ABOUT = { companyName: '', icpNumber: '', contactPhone: '', contactEmail: '' }

interface ConfigureDeps {
  readonly database: Database
  readonly clock: Clock
  readonly externalScripts?: readonly string[] | undefined
}

export const configureRoutes = ({ database: { db }, clock, externalScripts = [] }: ConfigureDeps): Binding[] => [
  bind(getCommonConfig, async () => {
    const configured = await findSetting(db, 'renewalReminderMsg')
    const isText = typeof configured === 'string' && configured !== ''
    return {
      renewalReminderMsg: isText ? configured : DEFAULT_RENEWAL_REMINDER,
      externalScripts: [...externalScripts],
    }
  }),
  bind(getAbout, () => readSetting(db, ABOUT, aboutProduct, { unset: NO_ABOUT })),
  bind(setAbout, async (about) => {
    await writeSetting(db, ABOUT, about, clock.now())
    return null
  }),
]
