import * as calls from '@yunji/contract/devices/app/calls'
import { type AppFile, appFile, type BegunAppTask } from '@yunji/contract/devices/app/schema'
import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import { UPLOAD_LIMIT_BYTES } from '@yunji/contract/devices/device/stream'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { ApiError } from '../../../shared/api/api-error.ts'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { addressOf } from '../../../shared/api/request-parts.ts'
import { readUpload } from '../../../shared/api/upload-picture.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { taskPath } from '../../../shared/navigation/page-paths.ts'
import { client } from '../../../shared/platform/app/client'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import { sendFile as send } from '../../../shared/platform/files/file-upload'
import { openPage } from '../../../shared/platform/router/router.ts'
import { session } from '../../../shared/session/session.ts'

const ANSWER_WITHIN_MS = 60_000

interface AppFileUpload {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file once; it can then be sent to any number of phones. */
export const uploadAppFile = async (file: ChosenFile, upload: AppFileUpload): Promise<AppFile> => {
  if (file.sizeBytes > UPLOAD_LIMIT_BYTES) throw new ApiError('文件不能超过 2 GB')
  const { path } = sideRoutes.appFile
  const { token } = session.store.getState()
  const response = await send({
    ...upload,
    url: addressOf(client, path, { name: file.name }),
    headers: { [header.token]: token, [header.clientType]: client.clientType },
    file,
    answerWithinMs: ANSWER_WITHIN_MS,
  }).catch(() => {
    throw new ApiError(upload.signal.aborted ? '已取消上传' : '网络中断，请重试', { isTransport: true })
  })
  return readUpload(path, appFile, response, token)
}

export const forgetAppFiles = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [calls.getAppFiles.path] })

export const removeAppFile = async (fileId: string): Promise<void> => {
  await requestData(calls.deleteAppFile, { fileId })
  await forgetAppFiles()
}

type Begin = (deviceIds: number[]) => Promise<BegunAppTask>

export const sendFileTo =
  (fileId: string): Begin =>
  (deviceIds) =>
    requestData(calls.sendFile, { deviceIds, fileId })

interface App {
  readonly packageName: string
  readonly name: string
}

export const startAppOn =
  ({ packageName, name: appName }: App): Begin =>
  (deviceIds) =>
    requestData(calls.startApp, { deviceIds, packageName, appName })

export const uninstallFrom =
  ({ packageName, name: appName }: App): Begin =>
  (deviceIds) =>
    requestData(calls.uninstallApp, { deviceIds, packageName, appName })

const batchesOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_DEVICES_PER_COMMAND) }, (_, index) =>
    ids.slice(index * MAX_DEVICES_PER_COMMAND, (index + 1) * MAX_DEVICES_PER_COMMAND),
  )

/** Begins on all devices, in one task for each hundred, and opens the progress of every phone. */
export const beginOnAll = async (ids: readonly number[], begin: Begin): Promise<void> => {
  const begun: BegunAppTask[] = []
  for (const batch of batchesOf(ids)) begun.push(await begin(batch))
  const refusals = begun.flatMap(({ refusals: some }) => some)
  const taskIds = begun.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]))
  const [first] = refusals
  if (first) {
    const text = ids.length === 1 ? first.msg : `${formatCount(refusals.length)} 台没有执行：${first.msg}`
    showToast(text, 'error')
  }
  const [taskId] = taskIds
  if (taskId !== undefined) await openPage(taskIds.length === 1 ? taskPath(taskId) : pathOf('Task/index'))
}

/** Changes the setting on all devices. */
export const keepAlive = async (ids: readonly number[], packageName: string, isOn: boolean): Promise<void> => {
  for (const deviceIds of batchesOf(ids)) await requestData(calls.setKeptAlive, { deviceIds, packageName, isOn })
  await queryClient.invalidateQueries({ queryKey: [calls.getCommonApps.path] })
}
