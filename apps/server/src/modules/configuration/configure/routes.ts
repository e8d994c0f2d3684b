import { getCommonConfig } from '@yunji/contract/configuration/calls'
import { DEFAULT_RENEWAL_REMINDER } from '@yunji/contract/configuration/rules'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { findSetting } from './store.ts'

export const configureRoutes = ({ database }: { database: Database }): Binding[] => [
  bind(getCommonConfig, async () => {
    const configured = await findSetting(database.db, 'renewalReminderMsg')
    const isText = typeof configured === 'string' && configured !== ''
    return { renewalReminderMsg: isText ? configured : DEFAULT_RENEWAL_REMINDER }
  }),
]
