import { processKeys, VerificationKind } from '@yunji/contract/accounts/verification/schema'
import { getConstants, getDeviceStatusList, getDictionary } from '@yunji/contract/configuration/calls'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { getStateNames, setStateName } from '@yunji/contract/operator/content-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { findEntry, listEntries, renameEntry } from './store.ts'

const STATES = 'deviceStatus'

interface DictionaryDeps {
  readonly database: Database
  readonly clock: Clock
}

export const dictionaryRoutes = (deps: DictionaryDeps): Binding[] => {
  const { db } = deps.database
  return [
    bind(getDictionary, async ({ category }) => {
      const entries = await listEntries(db, category)
      return { entries: entries.map(({ name, value, parent }) => ({ name, value, ...(parent && { parent }) })) }
    }),
    bind(getConstants, async () => {
      const constants = await listEntries(db, 'constant')
      return {
        imageVersionInfoKey: keyOf(constants, 'imageVersionInfoKey'),
        processDefinitionKeys: {
          personalVerification: processKeys[VerificationKind.personal],
          companyVerification: processKeys[VerificationKind.company],
        },
      }
    }),
    bind(getDeviceStatusList, async () => {
      const entries = await listEntries(db, STATES)
      return {
        statuses: entries.map(({ value, name, note, tone }) => ({
          state: value,
          label: name,
          note,
          tone: tone ?? 'off',
        })),
      }
    }),
    bind(getStateNames, async () => {
      const entries = await listEntries(db, STATES)
      return {
        records: entries.map(({ value, name, note, tone }) => ({
          state: value as DeviceState,
          label: name,
          note,
          tone: tone ?? 'off',
        })),
      }
    }),
    bindAudited(
      deps,
      setStateName,
      { subject: ({ state }) => `deviceState:${state}`, read: (tx, { state }) => findEntry(tx, STATES, state) },
      async ({ database: { db: tx } }, { state, label, note }) => {
        if (!(await renameEntry(tx, STATES, state, { name: label, note }))) throw new AppError('NOT_FOUND')
        return null
      },
    ),
  ]
}

const keyOf = (entries: readonly { name: string; value: string }[], wanted: string): string =>
  entries.find(({ name }) => name === wanted)?.value ?? ''
