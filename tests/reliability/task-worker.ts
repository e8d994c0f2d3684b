/** Entry of a task worker process that can be killed. Argument: database URL. */
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { createTaskEngine } from './task-engine.ts'

const [url = ''] = process.argv.slice(2)
const log = createLogger('silent', process.stdout)
const database = openDatabase(url, log)
const jobs = await openJobQueue(url, log)
const engine = createTaskEngine({ database, clock: systemClock, log, jobs, wait: (ms) => delay(ms) })
await jobs.startWorkers(engine.jobs)
process.stdout.write('ready\n')
