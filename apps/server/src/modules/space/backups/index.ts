import * as calls from '@yunji/contract/space/backup-calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { type BeginDeps, backUpDevices } from './begin-backup.ts'
import type { BlockStoreDeps } from './block-store.ts'
import { deleteBackup, restoreTrashed, setKeepLast } from './manage-backups.ts'
import { getBackupInfo, getBackupList, getDataCenter, type ReadDeps, toBackupRecord } from './read-backups.ts'

export const backupRoutes = (deps: BeginDeps & ReadDeps & BlockStoreDeps): Binding[] => [
  bind(calls.getDataCenter, (input, { caller }) => getDataCenter(deps)(caller, input)),
  bindOnce(calls.backUpDevices, (tx, input, { caller }) => backUpDevices(deps)(tx, caller, input)),
  bind(calls.getBackupList, (input, { caller }) => getBackupList(deps)(caller, input)),
  bind(calls.getBackupInfo, ({ backupId }, { caller }) => getBackupInfo(deps)(caller, backupId)),
  bind(calls.deleteBackup, ({ backupId }, { caller }) => deleteBackup(deps)(caller, backupId)),
  bind(calls.restoreTrashedBackup, async ({ backupId }, { caller }) =>
    toBackupRecord(await restoreTrashed(deps)(caller, backupId)),
  ),
  bind(calls.setKeepLast, ({ deviceId, keepLast }, { caller }) => setKeepLast(deps)(caller, deviceId, keepLast)),
]
