import { and, arrayContains, eq, lt, notExists, sql } from 'drizzle-orm'
import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Job } from '../../platform/jobs.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import { verificationPictures, verifications } from '../../tables/identity.ts'
import { pictureKey } from './pictures.ts'

const AT_ONCE = 200

interface SweepDeps {
  readonly db: Db
  readonly clock: Clock
  readonly objectStore: ObjectStore
}

/** A card that was photographed and never sent in is nobody's business after a day. */
export const sweepPicturesJob = ({ db, clock, objectStore }: SweepDeps): Job<object> => ({
  name: 'verification.sweepPictures',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '47 * * * *',
  run: async () => {
    const { id, userId, createdAt } = verificationPictures
    const isUsed = db
      .select({ one: sql`1` })
      .from(verifications)
      .where(and(eq(verifications.userId, userId), arrayContains(verifications.pictureIds, sql`array[${id}]`)))
    const left = await db
      .select({ id })
      .from(verificationPictures)
      .where(and(lt(createdAt, later(clock.now(), -DAY_MS)), notExists(isUsed)))
      .limit(AT_ONCE)
    // The file goes first: if the row then stays, the next round comes back to it.
    for (const picture of left) {
      await objectStore.delete(pictureKey(picture.id))
      await db.delete(verificationPictures).where(eq(id, picture.id))
    }
  },
})
