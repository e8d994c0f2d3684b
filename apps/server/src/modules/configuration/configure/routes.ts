import { getAbout, getCommonConfig } from '@yunji/contract/configuration/calls'
import { DEFAULT_RENEWAL_REMINDER } from '@yunji/contract/configuration/rules'
import { getRenewalText, setAbout, setRenewalText } from '@yunji/contract/operator/content-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
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

const RENEWAL_TEXT = 'renewalReminderMsg'

/** Empty where the default counts. */
const readRenewalText = async (db: Db | Tx): Promise<string> => {
  const configured = await findSetting(db, RENEWAL_TEXT)
  return typeof configured === 'string' ? configured : ''
}

export const configureRoutes = (deps: ConfigureDeps): Binding[] => {
  const { operatorFacts, externalScripts = [] } = deps
  const { db } = deps.database
  return [
    bind(getCommonConfig, async () => ({
      renewalReminderMsg: (await readRenewalText(db)) || DEFAULT_RENEWAL_REMINDER,
      externalScripts: [...externalScripts],
    })),
    bind(getRenewalText, async () => ({ text: await readRenewalText(db), defaultText: DEFAULT_RENEWAL_REMINDER })),
    bindAudited(
      deps,
      setRenewalText,
      { subject: () => `setting:${RENEWAL_TEXT}`, read: async (tx) => ({ text: await readRenewalText(tx) }) },
      async ({ database: { db: tx }, clock }, { text }) => {
        await writeSetting(tx, RENEWAL_TEXT, text, clock.now())
        return null
      },
    ),
    bind(getAbout, () => readAbout(db, operatorFacts)),
    bindAudited(
      deps,
      setAbout,
      { subject: () => 'setting:about', read: (tx) => readAbout(tx, operatorFacts) },
      async ({ database: { db: tx }, clock }, about) => {
        await writeSetting(tx, ABOUT, about, clock.now())
        return null
      },
    ),
  ]
}
