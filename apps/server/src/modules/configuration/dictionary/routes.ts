import { getConstants, getDeviceStatusList, getDictionary } from '@yunji/contract/configuration/calls'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { listEntries } from './store.ts'

export const dictionaryRoutes = ({ database: { db } }: { database: Database }): Binding[] => [
  bind(getDictionary, async ({ category }) => {
    const entries = await listEntries(db, category)
    return { entries: entries.map(({ name, value, parent }) => ({ name, value, ...(parent && { parent }) })) }
  }),
  bind(getConstants, async () => {
    const constants = await listEntries(db, 'constant')
    const processes = await listEntries(db, 'processDefinition')
    return {
      imageVersionInfoKey: keyOf(constants, 'imageVersionInfoKey'),
      processDefinitionKeys: {
        personalVerification: keyOf(processes, 'personalVerification'),
        companyVerification: keyOf(processes, 'companyVerification'),
      },
    }
  }),
  bind(getDeviceStatusList, async () => {
    const entries = await listEntries(db, 'deviceStatus')
    return {
      statuses: entries.map(({ value, name, note, tone }) => ({
        state: value,
        label: name,
        note,
        tone: tone ?? 'off',
      })),
    }
  }),
]

const keyOf = (entries: readonly { name: string; value: string }[], wanted: string): string =>
  entries.find(({ name }) => name === wanted)?.value ?? ''
