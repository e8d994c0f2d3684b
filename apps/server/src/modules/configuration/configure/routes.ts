import { getAbout, getCommonConfig } from '@yunji/contract/configuration/calls'
import { DEFAULT_RENEWAL_REMINDER } from '@yunji/contract/configuration/rules'
import { setAbout } from '@yunji/contract/operator/content-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { ABOUT, type OperatorFacts, readAbout } from './about.ts'
import { findSetting, writeSetting } from './store.ts'

interface ConfigureDeps {
  readonly database: Database
  readonly clock: Clock
  readonly operatorFacts: OperatorFacts
  readonly externalScripts?: readonly string[] | undefined
}

export const configureRoutes = (deps: ConfigureDeps): Binding[] => {
  const { operatorFacts, externalScripts = [] } = deps
  const { db } = deps.database
  return [
    bind(getCommonConfig, async () => {
      const configured = await findSetting(db, 'renewalReminderMsg')
      const isText = typeof configured === 'string' && configured !== ''
      return {
        renewalReminderMsg: isText ? configured : DEFAULT_RENEWAL_REMINDER,
        externalScripts: [...externalScripts],
      }
    }),
    bind(getAbout, () => readAbout(db, operatorFacts)),
    bindAudited(
      deps,
      setAbout,
      { subject: () => 'setting:about', read: (tx) => findSetting(tx, ABOUT) },
      async ({ database: { db: tx }, clock }, about) => {
        await writeSetting(tx, ABOUT, about, clock.now())
        return null
      },
    ),
  ]
}
