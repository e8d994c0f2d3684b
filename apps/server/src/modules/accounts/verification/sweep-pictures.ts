import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { forEachRow, readPages } from '../../../platform/each-row.ts'
import type { Job } from '../../../platform/jobs.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import { pictureKey } from './pictures.ts'
import { deletePicture, listUnused } from './store.ts'

const AT_ONCE = 200
const SWEEP_PICTURES = 'verification.sweepPictures'

interface SweepDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
}

/** Deletes pictures of cards that were not submitted within a day. */
export const sweepPicturesJob = ({ db, clock, log, objectStore }: SweepDeps): Job<object> => ({
  name: SWEEP_PICTURES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '47 * * * *',
  run: async () => {
    const before = later(clock.now(), -DAY_MS)
    const unused = readPages<string>(AT_ONCE, (after = '', limit) => listUnused(db, before, after, limit))
    const work = { job: SWEEP_PICTURES, log, fields: (pictureId: string) => ({ pictureId }) }
    await forEachRow(work, unused, async (pictureId) => {
      // File first: if the row then stays, the next run retries.
      await objectStore.delete(pictureKey(pictureId))
      await deletePicture(db, pictureId)
    })
  },
})
