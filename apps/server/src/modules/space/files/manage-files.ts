import { type FileKind, type FileSort, fileKindOf, TRASH_KEPT_MS } from '@yunji/contract/space/file/rules'
import type { SpaceFile, SpaceUpload } from '@yunji/contract/space/file/schema'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockSpace, type SpaceHolder } from '../index.ts'
import { recountObjects } from './contents.ts'
import {
  countFiles,
  deleteFiles,
  type FileRow,
  findFile,
  hasName,
  listFiles,
  listOldestFiles,
  listTrashed,
  listUploads,
  renameFile,
  trashFiles,
  untrashFile,
} from './store.ts'
import { assertFileName, findFreeName } from './uploads.ts'

interface FilesDeps {
  readonly database: Database
  readonly clock: Clock
  /** Empty for files without a preview. */
  readonly previewUrl: (file: FileRow) => string
}

interface ListInput {
  readonly page: number
  readonly rows: number
  readonly kind?: FileKind | undefined
  readonly search?: string | undefined
  readonly isTrash: '0' | '1'
  readonly sort: FileSort
}

export const getSpaceFiles =
  ({ database: { db }, previewUrl }: FilesDeps) =>
  async ({ userId }: Caller, { page, rows, kind, search, isTrash, sort }: ListInput) => {
    const query = { kind, search: search?.trim(), isTrash: isTrash === '1' }
    const [found, total] = await Promise.all([
      listFiles(db, userId, query, { page, rows, sort }),
      countFiles(db, userId, query),
    ])
    const records = found.map(
      (file): SpaceFile => ({
        fileId: file.id,
        name: file.name,
        kind: file.kind,
        sizeBytes: file.sizeBytes,
        createdAt: file.createdAt.getTime(),
        deletesAt: file.trashedAt && later(file.trashedAt, TRASH_KEPT_MS).getTime(),
        previewUrl: previewUrl(file),
      }),
    )
    return pageOf(records, page, rows, total)
  }

export const getSpaceUploads =
  ({ database: { db }, clock }: FilesDeps) =>
  async ({ userId }: Caller) => ({
    records: (await listUploads(db, userId, clock.now())).map(
      ({ id: uploadId, name, sizeBytes, offsetBytes, expiresAt }): SpaceUpload => ({
        uploadId,
        name,
        sizeBytes,
        offsetBytes,
        expiresAt: expiresAt.getTime(),
      }),
    ),
  })

/** Changes to what a user keeps wait for each other, so that names and counts are never taken twice. */
const inSpace =
  ({ database: { db } }: Pick<FilesDeps, 'database'>) =>
  (userId: number, change: (tx: Tx) => Promise<void>): Promise<null> =>
    db.transaction(async (tx) => {
      await lockSpace(tx, userId)
      await change(tx)
      return null
    })

export const renameSpaceFile =
  (deps: FilesDeps) =>
  ({ userId }: Caller, { fileId, name }: { readonly fileId: string; readonly name: string }): Promise<null> => {
    assertFileName(name)
    return inSpace(deps)(userId, async (tx) => {
      const file = await findFile(tx, userId, fileId)
      if (!file) throw new AppError('NOT_FOUND')
      // A change of upper and lower case alone is no second name.
      const isSame = file.name.toLowerCase() === name.toLowerCase()
      if (!isSame && (await hasName(tx, userId, name))) throw new AppError('FILE_EXISTS')
      await renameFile(tx, fileId, name, fileKindOf(name))
    })
  }

const objectsOf = (files: readonly { readonly objectId: string }[]): string[] => [
  ...new Set(files.map(({ objectId }) => objectId)),
]

export const trashSpaceFiles =
  (deps: FilesDeps) =>
  ({ userId }: Caller, fileIds: readonly string[]): Promise<null> =>
    inSpace(deps)(userId, async (tx) => {
      const ids = [...new Set(fileIds)]
      const now = deps.clock.now()
      const trashed = await trashFiles(tx, userId, ids, now)
      if (trashed.length < ids.length) throw new AppError('DELETE_ERROR', { text: '文件不存在或已被删除' })
      await recountObjects(tx, userId, objectsOf(trashed), now)
    })

export const restoreSpaceFiles =
  (deps: FilesDeps) =>
  ({ userId }: Caller, fileIds: readonly string[]): Promise<null> =>
    inSpace(deps)(userId, async (tx) => {
      const ids = [...new Set(fileIds)]
      const files = await listTrashed(tx, userId, ids)
      if (files.length < ids.length) throw new AppError('NOT_FOUND')
      for (const { id, name } of files) await untrashFile(tx, id, await findFreeName(tx, userId, name))
      await recountObjects(tx, userId, objectsOf(files), deps.clock.now())
    })

type DeleteDeps = Pick<FilesDeps, 'database' | 'clock'>

export const deleteSpaceFiles =
  (deps: DeleteDeps) =>
  (userId: number, chosen: readonly string[] | 'trash'): Promise<null> =>
    inSpace(deps)(userId, async (tx) => {
      const ids = chosen === 'trash' ? chosen : [...new Set(chosen)]
      const deleted = await deleteFiles(tx, userId, ids)
      if (ids !== 'trash' && deleted.length < ids.length)
        throw new AppError('DELETE_ERROR', { text: '文件不存在或已被删除' })
      await recountObjects(tx, userId, objectsOf(deleted), deps.clock.now())
    })

/** Files of a space that is over its quota. */
export const fileHolder = (deps: DeleteDeps): SpaceHolder => ({
  listOldest: listOldestFiles,
  delete: (userId, fileId) => deleteSpaceFiles(deps)(userId, [fileId]),
})
