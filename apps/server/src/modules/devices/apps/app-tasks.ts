import type { Readable } from 'node:stream'
import { type AppTaskKind, appTaskRights } from '@yunji/contract/devices/app/rules'
import { includesRight } from '@yunji/contract/wire/call'
import { untilAborted } from '../../../platform/abort.ts'
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { DeviceAccess } from '../../../platform/device-access.ts'
import { AppError, answerOf } from '../../../platform/errors.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import { packageRefusals, sendToPhone } from '../../../platform/phone-files.ts'
import { runOnPhones } from '../../../platform/run-on-phones.ts'
import { type PhoneCommand, SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import { defineTask, type StepContext, type TaskDefinition } from '../../../platform/tasks/definition.ts'
import { fileKey } from './files.ts'
import { findFile } from './store.ts'

export interface AppTaskDeps {
  readonly database: Database
  readonly clock: Clock
  readonly deviceAccess: DeviceAccess
  readonly objectStore: ObjectStore
  readonly suppliers: Suppliers
  /** A file of the user's cloud space; undefined when there is none. */
  readonly openSpaceFile: (userId: number, fileId: string) => Promise<OpenedFile | undefined>
}

export interface OpenedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly body: Readable
}

const FILE_DEADLINE_MS = 30 * MINUTE_MS
const COMMAND_DEADLINE_MS = 10 * MINUTE_MS
/** A right that ends stops the work on the phone within this time. */
const RIGHT_EVERY_MS = 1000

export const describeFailure = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  const refusal = error instanceof SupplierError ? packageRefusals[error.kind] : undefined
  return refusal ?? answerOf(failureOf(error)).text
}

const textOf = ({ input }: StepContext, name: 'packageName' | 'fileId' | 'spaceFileId'): string => {
  const value = input[name]
  return typeof value === 'string' ? value : ''
}

/** Tasks about apps and files. All of them bear to be repeated on a phone. */
export const appTasks = (deps: AppTaskDeps): readonly TaskDefinition[] => {
  const define = (kind: AppTaskKind, deadlineMs: number, name: string, run: (context: StepContext) => Promise<void>) =>
    defineTask({
      kind,
      isBeside: true,
      deadlineMs,
      undoMs: 0,
      retriedAs: kind,
      describeFailure,
      steps: [{ name, weight: 1, run: (context) => whileAllowed(deps, kind, context, run) }],
    })
  return [
    define('installApp', FILE_DEADLINE_MS, '安装应用', (context) => sendFile(deps, context)),
    define('uploadFile', FILE_DEADLINE_MS, '写入云手机', (context) => sendFile(deps, context)),
    define('startApp', COMMAND_DEADLINE_MS, '打开应用', (context) =>
      command(deps, context, { kind: 'startApp', packageName: textOf(context, 'packageName') }),
    ),
    define('uninstallApp', COMMAND_DEADLINE_MS, '卸载应用', (context) => uninstall(deps, context)),
  ]
}

/** The right may end while the task waits or works: by a revoked grant, a transfer, or the end of the rental. */
export const whileAllowed = async (
  { deviceAccess }: Pick<AppTaskDeps, 'deviceAccess'>,
  kind: AppTaskKind,
  context: StepContext,
  run: (context: StepContext) => Promise<void>,
): Promise<void> => {
  const { userId, device } = context
  const lost = new AbortController()
  const assertRight = async (): Promise<void> => {
    const rights = await deviceAccess.findRights(userId, [device.id])
    if (!includesRight(rights.get(device.id) ?? 'none', appTaskRights[kind])) lost.abort(new AppError('NO_RIGHT'))
  }
  await assertRight()
  // A failed query says nothing about the right; the next one does.
  const timer = setInterval(() => void assertRight().catch(() => undefined), RIGHT_EVERY_MS)
  const signal = AbortSignal.any([context.signal, lost.signal])
  try {
    signal.throwIfAborted()
    await untilAborted(signal, run({ ...context, signal }))
  } finally {
    clearInterval(timer)
  }
}

const sendFile = async (deps: AppTaskDeps, context: StepContext): Promise<void> => {
  const { device, signal, progress } = context
  const file = await openFile(deps, context)
  if (!file) throw new AppError('SHOW_ERROR_TIP', { text: '文件已过期或已删除，请重新上传' })
  const { body } = file
  const connection = deps.suppliers.of(device.supplierType).openConnection(device.phoneId)
  const stop = (): void => {
    body.destroy(new SupplierError('lost', 'the file is no longer wanted'))
    connection.close()
  }
  // The phone's side reports the failure of the body; without a reader nobody else listens.
  body.on('error', () => undefined)
  signal.addEventListener('abort', stop)
  const onProgress = (sentBytes: number): void => progress((sentBytes / file.sizeBytes) * 90)
  const onInstalled = (done: number, total: number): void => progress(90 + (done / total) * 10)
  try {
    await sendToPhone(connection, file.name, { body, sizeBytes: file.sizeBytes, onProgress, onInstalled, signal })
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

const openFile = async (deps: AppTaskDeps, context: StepContext): Promise<OpenedFile | undefined> => {
  const { database, clock, objectStore, openSpaceFile } = deps
  const spaceFileId = textOf(context, 'spaceFileId')
  if (spaceFileId) return openSpaceFile(context.userId, spaceFileId)
  const file = await findFile(database.db, context.userId, textOf(context, 'fileId'), clock.now())
  const body = file && (await objectStore.get(fileKey(file.id)))
  return body ? { ...file, body } : undefined
}

const command = async (
  { suppliers }: AppTaskDeps,
  { device, signal }: StepContext,
  what: PhoneCommand,
): Promise<void> => {
  const results = await runOnPhones(suppliers.of(device.supplierType), what, [device.phoneId], signal)
  const error = results.get(device.phoneId)
  if (error) throw error
}

/** A phone without the app is as it should be. */
const uninstall = (deps: AppTaskDeps, context: StepContext): Promise<void> =>
  command(deps, context, { kind: 'uninstall', packageName: textOf(context, 'packageName') }).catch((error: unknown) => {
    if (!(error instanceof SupplierError && error.kind === 'absentPackage')) throw error
  })
