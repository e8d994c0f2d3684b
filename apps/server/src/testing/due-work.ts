import { pino } from 'pino'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { openJobQueue } from '../platform/jobs.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'

const openPlace = async (databaseUrl: string) => {
  const log = pino({ level: 'silent' })
  const database = openDatabase(databaseUrl, log)
  const jobs = await openJobQueue(databaseUrl, log)
  return { database, clock: systemClock, log, jobs, outbox: createOutbox({ clock: systemClock, jobs }) }
}

type Place = Awaited<ReturnType<typeof openPlace>>

const withPlace = async (databaseUrl: string, work: (place: Place) => Promise<void>): Promise<void> => {
  const place = await openPlace(databaseUrl)
  await work(place).finally(async () => {
    await place.jobs.stop()
    await place.database.close()
  })
}

/** Adds a scheduled job to the queue of a running server, as its schedule does. */
export const queueScheduledJob = (databaseUrl: string, name: string): Promise<void> =>
  withPlace(databaseUrl, ({ database, jobs }) => database.db.transaction((tx) => jobs.add(tx, { name }, {})))

/** Runs a periodic job once on the database of a running server, as any other process may. */
export const runPeriodicJobOnce = (
  databaseUrl: string,
  createJob: (place: Place) => () => Promise<void>,
): Promise<void> => withPlace(databaseUrl, (place) => createJob(place)())
