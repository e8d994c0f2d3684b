import { createHash } from 'node:crypto'
import { fileTaskKind } from '@yunji/contract/devices/app/rules'
import type { BegunAppTask } from '@yunji/contract/devices/app/schema'
import type { PhoneFileInfo } from '@yunji/contract/space/file/schema'
import type { DeviceRight } from '@yunji/contract/wire/call'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { DeviceAccess } from '../../../platform/device-access.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PhoneConnection } from '../../../platform/phone-connection.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import { defineTask, type StepContext, type TaskDefinition } from '../../../platform/tasks/definition.ts'
import { beginAppTask, describeFailure, type OpenedFile, whileAllowed } from '../../devices/apps/index.ts'
import { findDeviceRows } from '../../devices/fleet/index.ts'
import { readParts } from './contents.ts'
import { findFile, findUpload, listObjectParts } from './store.ts'
import { appendToUpload, assertFileName, createUpload, endUpload, type UploadDeps } from './uploads.ts'

/** Entries of a folder that are shown; a folder of a phone may have any number. */
const ENTRIES_SHOWN = 500
const LIST_TIMEOUT_MS = 8000
const FETCH_DEADLINE_MS = 60 * MINUTE_MS

type Rights = ReadonlyMap<number, DeviceRight>
type BeginDeps = Parameters<typeof beginAppTask>[0]

/** For tasks that send files to phones. */
export const openSpaceFile =
  ({ database: { db }, objectStore }: Pick<UploadDeps, 'database' | 'objectStore'>) =>
  async (userId: number, fileId: string): Promise<OpenedFile | undefined> => {
    const file = await findFile(db, userId, fileId)
    if (!file) return undefined
    const parts = await listObjectParts(db, file.objectId)
    return { name: file.name, sizeBytes: file.sizeBytes, body: readParts(objectStore, parts) }
  }

/** A package is installed, any other file is put into the downloads. */
export const sendSpaceFile =
  (deps: BeginDeps) =>
  async (
    tx: Tx,
    caller: Caller,
    rights: Rights,
    { deviceIds, fileId }: { readonly deviceIds: readonly number[]; readonly fileId: string },
  ): Promise<BegunAppTask> => {
    const file = await findFile(tx, caller.userId, fileId)
    if (!file) throw new AppError('NOT_FOUND')
    const task = { kind: fileTaskKind(file.name), deviceIds, subject: file.name, input: { spaceFileId: fileId } }
    return beginAppTask(deps)(tx, caller, rights, task)
  }

interface PhoneDeps extends Pick<UploadDeps, 'database'> {
  readonly suppliers: Suppliers
}

export const getPhoneFiles =
  ({ database: { db }, suppliers }: PhoneDeps) =>
  async ({ deviceId, path }: { readonly deviceId: number; readonly path: string }) => {
    const [device] = await findDeviceRows(db, [deviceId])
    if (device?.state !== 'running') throw new AppError('DEVICE_NOT_RUNNING')
    const connection = suppliers.of(device.supplierType).openConnection(device.phoneId)
    const timer = setTimeout(() => connection.close(), LIST_TIMEOUT_MS)
    try {
      const found = await connection.list(path)
      const sorted = found.toSorted(
        (one, other) => Number(other.isFolder) - Number(one.isFolder) || one.name.localeCompare(other.name, 'zh-CN'),
      )
      const records = sorted.slice(0, ENTRIES_SHOWN).map(
        ({ name, isFolder, sizeBytes, modifiedAt }): PhoneFileInfo => ({
          name,
          isFolder,
          sizeBytes: isFolder ? 0 : sizeBytes,
          modifiedAt: Math.max(0, modifiedAt.getTime()),
        }),
      )
      return { records, isCutOff: sorted.length > ENTRIES_SHOWN ? (1 as const) : (0 as const) }
    } catch (error) {
      throw new AppError(failureOf(error))
    } finally {
      clearTimeout(timer)
      connection.close()
    }
  }

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

export const fetchPhoneFile =
  (deps: BeginDeps) =>
  async (
    tx: Tx,
    caller: Caller,
    rights: Rights,
    { deviceId, path }: { readonly deviceId: number; readonly path: string },
  ): Promise<BegunAppTask> => {
    const name = nameOf(path)
    assertFileName(name)
    const task = { kind: 'fetchFile' as const, deviceIds: [deviceId], subject: name, input: { path } }
    return beginAppTask(deps)(tx, caller, rights, task)
  }

interface FetchDeps extends UploadDeps {
  readonly suppliers: Suppliers
  readonly deviceAccess: DeviceAccess
}

/** Fetches a file of a phone into the space of the user who began the task. */
export const fetchTask = (deps: FetchDeps): TaskDefinition =>
  defineTask({
    kind: 'fetchFile',
    isBeside: true,
    deadlineMs: FETCH_DEADLINE_MS,
    undoMs: 0,
    retriedAs: 'fetchFile',
    describeFailure,
    steps: [
      {
        name: '取回文件',
        weight: 1,
        run: (context) => whileAllowed(deps, 'fetchFile', context, (allowed) => fetchFile(deps, allowed)),
      },
    ],
  })

/** The same id in every run of a step: what a dead worker began is dropped, and what it finished is not fetched again. */
const fetchedIdOf = (key: string): string => createHash('sha256').update(`fetch:${key}`).digest('hex').slice(0, 32)

const fetchFile = async (deps: FetchDeps, context: StepContext): Promise<void> => {
  const { database, clock, suppliers } = deps
  const { device, userId, key, signal, progress, input } = context
  const path = typeof input['path'] === 'string' ? input['path'] : ''
  const id = fetchedIdOf(key)
  if (await findFile(database.db, userId, id)) return
  await endUpload(deps)(userId, id)
  const connection = suppliers.of(device.supplierType).openConnection(device.phoneId)
  const stop = (): void => connection.close()
  signal.addEventListener('abort', stop)
  try {
    const { sizeBytes } = await findOnPhone(connection, path)
    const upload = await createFetched(deps, userId, { name: nameOf(path), sizeBytes }, id)
    const body = await connection.pull(path)
    signal.addEventListener('abort', () => body.destroy(new Error('the fetch was stopped')))
    await appendToUpload(deps)(upload, withProgress(body, sizeBytes, progress))
    signal.throwIfAborted()
    // What has ended early, or changed while it was read, is not the file.
    if (await findUpload(database.db, userId, id, clock.now()))
      throw new AppError('SHOW_ERROR_TIP', { text: '文件在取回时发生了变化，请重试' })
  } catch (error) {
    await endUpload(deps)(userId, id)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

const findOnPhone = async (connection: PhoneConnection, path: string) => {
  const found = (await connection.list(folderOf(path))).find(({ name }) => name === nameOf(path))
  if (!found || found.isFolder) throw new AppError('SHOW_ERROR_TIP', { text: '云手机上没有这个文件' })
  return found
}

/** A name that the space has already gets a number when the file is complete. */
const createFetched = (deps: FetchDeps, userId: number, file: { name: string; sizeBytes: number }, id: string) =>
  createUpload(deps)(userId, file, { id, mayRepeatName: true })

const withProgress = async function* (
  body: AsyncIterable<Buffer>,
  sizeBytes: number,
  progress: (percent: number) => void,
): AsyncGenerator<Buffer> {
  let done = 0
  for await (const chunk of body) {
    done += chunk.length
    progress((done / sizeBytes) * 99)
    yield chunk
  }
}
