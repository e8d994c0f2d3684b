import { TRASH_KEPT_MS } from '@yunji/contract/space/file/rules'
import type { Logger } from 'pino'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { ObjectKind } from '../../../platform/object-store.ts'
import { partKey } from './contents.ts'
import { deleteSpaceFiles } from './manage-files.ts'
import {
  deletePart,
  type GarbagePart,
  listDueUploads,
  listGarbage,
  listKnownParts,
  listOldTrash,
  type TrashedFile,
  type UploadRow,
} from './store.ts'
import { endUpload, finishUpload, type UploadDeps } from './uploads.ts'

interface SweepDeps extends UploadDeps {
  readonly log: Logger
}

const SWEEP_SPACE = 'space.sweepFiles'
const AT_ONCE = 200
/** Longer than a request can take, so that nobody is writing the piece any more. */
const WRITING_MS = 15 * MINUTE_MS

/** Ends uploads, empties the trash after its time and deletes pieces of nothing from the store. */
export const sweepSpaceFiles = (deps: SweepDeps): (() => Promise<void>) => {
  const { database, clock, log, objectStore } = deps
  const { db } = database
  const backoff = createBackoff(clock)
  const work = <Row extends { readonly id: string }>() => ({
    job: SWEEP_SPACE,
    log,
    backoff,
    fields: ({ id }: Row) => ({ spaceRow: id }),
  })
  return async () => {
    const now = clock.now()
    const uploads = readPages<UploadRow>(AT_ONCE, (after, limit) => listDueUploads(db, now, after, limit))
    await forEachRow(work<UploadRow>(), uploads, async (upload) => {
      if (upload.offsetBytes === upload.sizeBytes) await finishUpload(deps)(upload)
      else await endUpload(deps)(upload.userId, upload.id)
    })
    const before = later(now, -TRASH_KEPT_MS)
    const trash = readPages<TrashedFile>(AT_ONCE, (after, limit) => listOldTrash(db, before, after, limit))
    await forEachRow(work<TrashedFile>(), trash, ({ userId, id }) => deleteSpaceFiles(deps)(userId, [id]))
    const garbage = readPages<GarbagePart>(AT_ONCE, (after, limit) =>
      listGarbage(db, later(now, -WRITING_MS), after, limit),
    )
    await forEachRow(work<GarbagePart>(), garbage, async ({ id }) => {
      // Piece first: if the row then stays, the next run retries.
      await objectStore.delete(partKey(id))
      await deletePart(db, id)
    })
  }
}

const PREFIX = partKey('')

export const partObjects: ObjectKind = {
  prefix: PREFIX,
  findKnown: async (db, keys) => {
    const ids = keys.map((key) => key.slice(PREFIX.length))
    return (await listKnownParts(db, ids)).map(partKey)
  },
}
