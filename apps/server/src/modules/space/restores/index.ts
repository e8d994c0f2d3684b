import * as calls from '@yunji/contract/space/restore-calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { type BeginRestoreDeps, beginRestore, checkRestore } from './begin-restore.ts'

export const restoreRoutes = (deps: BeginRestoreDeps): Binding[] => [
  bind(calls.checkRestore, (input, { caller }) => checkRestore(deps)(caller, input)),
  bindOnce(calls.restoreBackup, (tx, input, { caller }) => beginRestore(deps)(tx, caller, input)),
]
