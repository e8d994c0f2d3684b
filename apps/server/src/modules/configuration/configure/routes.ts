import { getAbout, getCommonConfig } from '@yunji/contract/configuration/calls'
import { DEFAULT_RENEWAL_REMINDER } from '@yunji/contract/configuration/rules'
import { setAbout } from '@yunji/contract/operator/content-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { ABOUT, type OperatorFacts, readAbout } from './about.ts'
import { findSetting, writeSetting } from './store.ts'

interface ConfigureDeps {
  readonly database: Database
  readonly clock: Clock
  readonly operatorFacts: OperatorFacts
  readonly externalScripts?: readonly string[] | undefined
}

export const configureRoutes = ({
  database: { db },
  clock,
  operatorFacts,
  externalScripts = [],
}: ConfigureDeps): Binding[] => [
  bind(getCommonConfig, async () => {
    const configured = await findSetting(db, 'renewalReminderMsg')
    const isText = typeof configured === 'string' && configured !== ''
    return {
      renewalReminderMsg: isText ? configured : DEFAULT_RENEWAL_REMINDER,
      externalScripts: [...externalScripts],
    }
  }),
  bind(getAbout, () => readAbout(db, operatorFacts)),
  bind(setAbout, async (about) => {
    await writeSetting(db, ABOUT, about, clock.now())
    return null
  }),
]
