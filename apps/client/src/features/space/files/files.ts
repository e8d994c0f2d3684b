import { useQuery } from '@tanstack/react-query'
import type { BackupRecord } from '@yunji/contract/space/backup-calls'
import { getBackupList } from '@yunji/contract/space/backup-calls'
import { getSpace } from '@yunji/contract/space/calls'
import * as calls from '@yunji/contract/space/file/calls'
import { type FileKind, type FileSort, MAX_FILES_AT_ONCE } from '@yunji/contract/space/file/rules'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { ApiError } from '../../../shared/api/api-error.ts'
import { queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { client } from '../../../shared/platform/app/client'
import { saveFile } from '../../../shared/platform/files/save-file'
import { useSession } from '../../../shared/session/session.ts'
import { forgetFiles } from '../uploads/uploads.ts'

/** Read anew by every page: it changes with uploads, tasks and purchases. */
export const useSpace = () => {
  const userId = useSession((state) => state.userId)
  return useQuery({
    queryKey: queryKeyOf(getSpace, {}, userId),
    queryFn: () => requestData(getSpace, {}),
    enabled: userId !== null,
    staleTime: 0,
  })
}

export interface FileQuery {
  readonly kind?: FileKind | undefined
  readonly search?: string
  readonly sort?: FileSort
  readonly isTrash?: boolean
}

const fileKey = ({ fileId }: SpaceFile) => fileId

export const useFiles = ({ kind, search = '', sort = 'newest', isTrash = false }: FileQuery) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [calls.getSpaceFiles.path, kind, search, sort, isTrash, userId],
    read: ({ page, rows }: PageRequest) =>
      requestData(calls.getSpaceFiles, {
        page: String(page),
        rows: String(rows),
        sort,
        isTrash: isTrash ? '1' : '0',
        ...(kind && { kind }),
        ...(search !== '' && { search }),
      }),
    paging: byPage,
    rowKey: fileKey,
  })
}

const backupKey = ({ backupId }: BackupRecord) => backupId

export const useBackups = (isWanted: boolean) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getBackupList.path, 'space', userId],
    isWanted,
    read: ({ page, rows }: PageRequest) => requestData(getBackupList, { page: String(page), rows: String(rows) }),
    paging: byPage,
    rowKey: backupKey,
  })
}

export const renameFile = async (fileId: string, name: string): Promise<void> => {
  await requestData(calls.renameSpaceFile, { fileId, name })
  await forgetFiles()
}

type ManyCall = typeof calls.trashSpaceFiles | typeof calls.restoreSpaceFiles | typeof calls.deleteSpaceFiles

/** All files, as many in one request as the server takes. */
const forAll = async (call: ManyCall, fileIds: readonly string[]): Promise<void> => {
  try {
    for (let at = 0; at < fileIds.length; at += MAX_FILES_AT_ONCE)
      await requestData(call, { fileIds: fileIds.slice(at, at + MAX_FILES_AT_ONCE) })
  } finally {
    await forgetFiles()
  }
}

export const trashFiles = (fileIds: readonly string[]) => forAll(calls.trashSpaceFiles, fileIds)
export const restoreFiles = (fileIds: readonly string[]) => forAll(calls.restoreSpaceFiles, fileIds)
export const deleteFiles = (fileIds: readonly string[]) => forAll(calls.deleteSpaceFiles, fileIds)

export const emptyTrash = async (): Promise<void> => {
  await requestData(calls.emptySpaceTrash, {})
  await forgetFiles()
}

/** A presigned address of a bucket is whole; ours is of this server. */
const fullAddress = (address: string): string => (/^https?:/.test(address) ? address : client.apiBase + address)

const savedAs = (kind: FileKind) =>
  kind === 'picture' || kind === 'video' || kind === 'document' ? kind : ('other' as const)

export const downloadFile = async ({ fileId, name, kind, sizeBytes }: SpaceFile): Promise<void> => {
  const { address } = await requestData(calls.getDownloadAddress, { fileId })
  const result = await saveFile({ url: fullAddress(address), name, kind: savedAs(kind), sizeBytes })
  if (result === 'tooLarge') throw new ApiError('小程序里最多下载 200 MB 的文件，请在浏览器里下载')
  if (result === 'refused') throw new ApiError('没有保存，请检查网络和相册权限后重试')
}

export const pictureAddress = (url: string): string => client.apiBase + url
