import { pathOf } from '@yunji/contract/pages'
import { getSpace } from '@yunji/contract/space/calls'
import { getSpaceFiles, getSpaceUploads } from '@yunji/contract/space/file/calls'
import { MAX_OPEN_UPLOADS } from '@yunji/contract/space/file/rules'
import type { SpaceUpload } from '@yunji/contract/space/file/schema'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { create } from 'zustand'
import { ApiError } from '../../../shared/api/api-error.ts'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { readEnvelope } from '../../../shared/api/read-answer.ts'
import { addressOf } from '../../../shared/api/request-parts.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { watchAppEvents, watchOnline } from '../../../shared/platform/app/app-events'
import { client } from '../../../shared/platform/app/client'
import { log } from '../../../shared/platform/app/error-reporter.ts'
import { releaseFile } from '../../../shared/platform/files/choose-files'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import { UploadRefusal } from '../../../shared/platform/files/resumable.ts'
import { endResumable, sendResumable } from '../../../shared/platform/files/resumable-upload'
import { TransportError, type TransportResponse } from '../../../shared/platform/network/transport.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { storage } from '../../../shared/platform/storage/storage.ts'
import { session } from '../../../shared/session/session.ts'
import { createUploadQueue, UploadGone } from './create-upload-queue.ts'
import type { UploadItem } from './upload-item.ts'
import { createUploadMemory } from './upload-memory.ts'

/** Uploads of this start of the client; they go on while other pages are open. */
export const useUploads = create<{ readonly items: readonly UploadItem[] }>(() => ({ items: [] }))

const memory = createUploadMemory(storage)
const ROWS_LOOKED_AT = 50

const uploadAddress = (uploadId: string): string =>
  addressOf(client, sideRoutes.spaceUploadPart.path.replace(':id', uploadId))

const headers = (): Readonly<Record<string, string>> => ({
  [header.token]: session.store.getState().token,
  [header.clientType]: client.clientType,
})

let isOffering = false

/** Not enough space: the way to more of it, once for a batch of files. */
const offerSpace = async (title: string): Promise<void> => {
  if (isOffering) return
  isOffering = true
  const wants = await confirm({
    title,
    body: '扩容或清理后，可以在传输列表里重试',
    cancelText: '取消',
    confirmText: '扩容空间',
  })
  isOffering = false
  if (wants) await openPage(pathOf('Space/BuySpace'))
}

const SPACE_CODES: ReadonlySet<unknown> = new Set([ErrorCode.OVER_CLOUD_SPACE, ErrorCode.CLOUD_SPACE_NOT_ENOUGH])

/** A sender that was cut off may still hold the upload; a server that is down comes back. */
const isTriedAgain = (status: number): boolean => status === 409 || status === 423 || status >= 500

const LOGIN_LOST = 401

const refusalOf = (response: TransportResponse, uploadId: string | undefined, token: string): Error => {
  if (isTriedAgain(response.status)) return new TransportError('network')
  if (response.status === LOGIN_LOST) {
    if (session.store.getState().token === token) session.clear()
    // It goes on with the next login of the same account, or with the one that has come meanwhile.
    return new TransportError('network')
  }
  if (response.status === 404 && uploadId !== undefined) return new UploadGone()
  const { code, msg, data } = readEnvelope(response, (unknown, text) => log(`/files: ${unknown} ${text}`))
  if (SPACE_CODES.has(code)) void offerSpace(msg)
  return new ApiError(msg, { code, data })
}

const listOpenUploads = async (): Promise<readonly SpaceUpload[]> => (await requestData(getSpaceUploads, {})).records

export const forgetFiles = (): Promise<unknown> =>
  Promise.all(
    [getSpaceFiles, getSpace, getSpaceUploads].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )

const REREAD_AFTER_MS = 500
let reread: ReturnType<typeof setTimeout> | undefined

/** Small files arrive in quick succession: the lists are read again once for several. */
const forgetFilesSoon = (): void => {
  reread ??= setTimeout(() => {
    reread = undefined
    void forgetFiles()
  }, REREAD_AFTER_MS)
}

const queue = createUploadQueue({
  send: async ({ uploadId, ...sending }) => {
    const { token } = session.store.getState()
    const endpoint = addressOf(client, sideRoutes.spaceUpload.path)
    await sendResumable({ ...sending, uploadId, endpoint, addressOf: uploadAddress, headers: headers() }).catch(
      (error: unknown) => {
        if (error instanceof UploadRefusal) throw refusalOf(error.response, uploadId, token)
        if (error instanceof TransportError) throw error
        throw new ApiError('文件无法读取，请重新选择')
      },
    )
  },
  hasArrived: async (uploadId) => {
    const { records } = await requestData(getSpaceFiles, { page: '1', rows: String(ROWS_LOOKED_AT) })
    return records.some(({ fileId }) => fileId === uploadId)
  },
  discard: (uploadId) => endResumable(uploadAddress(uploadId), headers()),
  remember: (file, uploadId) => {
    const { userId } = session.store.getState()
    if (userId !== null) memory.set(userId, file, uploadId)
  },
  release: releaseFile,
  onArrived: forgetFilesSoon,
  show: (items) => useUploads.setState({ items }),
})

watchAppEvents({ onShow: queue.wakeAll, onHide: () => undefined, onUnload: () => undefined })
watchOnline(queue.wakeAll)

/** Account whose files are in the queue. */
let ownerId = session.store.getState().userId

session.store.subscribe(({ userId }, before) => {
  if (userId === before.userId) return
  if (userId === null) return queue.suspend()
  if (userId === ownerId) queue.continue()
  else queue.reset()
  ownerId = userId
})

/** Uploads that the server has and this start of the client does not send. */
export const openElsewhere = (
  known: readonly SpaceUpload[],
  items: readonly UploadItem[] = useUploads.getState().items,
): readonly SpaceUpload[] => {
  const own = new Set(items.map(({ uploadId }) => uploadId))
  return known.filter(({ uploadId }) => !own.has(uploadId))
}

/** Sends chosen files. One that was begun before goes on from where it was. */
export const uploadFiles = async (files: readonly ChosenFile[]): Promise<void> => {
  if (files.length === 0) return
  // Without this list the server counts.
  const elsewhere = openElsewhere(await listOpenUploads().catch(() => []))
  const { userId } = session.store.getState()
  const resumable = new Set(elsewhere.map(({ uploadId }) => uploadId))
  const chosen = files.map((file) => {
    const known = userId === null ? undefined : memory.find(userId, file)
    return known !== undefined && resumable.delete(known) ? { file, uploadId: known } : { file }
  })
  const leftOut = queue.add(chosen, resumable.size)
  if (leftOut > 0) {
    const rest = leftOut < files.length ? `，其余 ${leftOut} 个没有加入` : ''
    showToast(`最多同时上传 ${MAX_OPEN_UPLOADS} 个文件${rest}`, 'error')
  }
}

/** Goes on with an upload of an earlier start, with the file that the user has chosen for it. */
export const continueUpload = ({ uploadId, name, sizeBytes }: SpaceUpload, file: ChosenFile): void => {
  if (file.name !== name || file.sizeBytes !== sizeBytes) {
    releaseFile(file)
    throw new ApiError('不是同一个文件，请选择名称和大小都相同的文件')
  }
  queue.add([{ file, uploadId }])
}

export const discardUpload = async ({ uploadId }: SpaceUpload): Promise<void> => {
  await endResumable(uploadAddress(uploadId), headers()).catch(() => {
    throw new ApiError('网络中断，请重试', { isTransport: true })
  })
  await forgetFiles()
}

export const { pause: pauseUpload, resume: resumeUpload, clearDone } = queue

export const cancelUpload = async (id: number): Promise<void> => {
  await queue.cancel(id).catch(() => undefined)
  await forgetFiles()
}
