import * as calls from '@yunji/contract/space/file/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import type { beginAppTask } from '../../devices/apps/index.ts'
import { createAddresses, type DownloadDeps, getDownloadAddress } from './downloads.ts'
import {
  deleteSpaceFiles,
  getSpaceFiles,
  getSpaceUploads,
  renameSpaceFile,
  restoreSpaceFiles,
  trashSpaceFiles,
} from './manage-files.ts'
import { fetchPhoneFile, getPhoneFiles, sendSpaceFile } from './phone-files.ts'

export { partKey } from './contents.ts'
export { addDownloadRoutes } from './downloads.ts'
export { fileHolder } from './manage-files.ts'
export { fetchTask, openSpaceFile } from './phone-files.ts'
export { listPartIds } from './store.ts'
export { partObjects, sweepSpaceFiles } from './sweep-files.ts'
export { addTusRoute } from './tus-route.ts'

type FileRouteDeps = DownloadDeps & Parameters<typeof beginAppTask>[0] & Parameters<typeof getPhoneFiles>[0]

export const spaceFileRoutes = (deps: FileRouteDeps): Binding[] => {
  const files = { ...deps, previewUrl: createAddresses(deps).preview }
  return [
    bind(calls.getSpaceFiles, (input, { caller }) => getSpaceFiles(files)(caller, input)),
    bind(calls.getSpaceUploads, (_input, { caller }) => getSpaceUploads(files)(caller)),
    bind(calls.renameSpaceFile, (input, { caller }) => renameSpaceFile(files)(caller, input)),
    bind(calls.trashSpaceFiles, ({ fileIds }, { caller }) => trashSpaceFiles(files)(caller, fileIds)),
    bind(calls.restoreSpaceFiles, ({ fileIds }, { caller }) => restoreSpaceFiles(files)(caller, fileIds)),
    bind(calls.deleteSpaceFiles, ({ fileIds }, { caller }) => deleteSpaceFiles(files)(caller.userId, fileIds)),
    bind(calls.emptySpaceTrash, (_input, { caller }) => deleteSpaceFiles(files)(caller.userId, 'trash')),
    bind(calls.getDownloadAddress, ({ fileId }, { caller }) => getDownloadAddress(deps)(caller.userId, fileId)),
    bindOnce(calls.sendSpaceFile, (tx, input, { caller, rights }) => sendSpaceFile(deps)(tx, caller, rights, input)),
    bind(calls.getPhoneFiles, (input) => getPhoneFiles(deps)(input)),
    bindOnce(calls.fetchPhoneFile, (tx, input, { caller, rights }) => fetchPhoneFile(deps)(tx, caller, rights, input)),
  ]
}
