/** Entry of a worker process that makes backups and can be killed. Arguments: database URL, data folder. */
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { createBackupEngine } from './backup-engine.ts'

const [url = '', folder = ''] = process.argv.slice(2)
const log = createLogger('silent', process.stdout)
const database = openDatabase(url, log)
const jobs = await openJobQueue(url, log)
const { tasks } = createBackupEngine({ database, clock: systemClock, log, jobs, folder })
await jobs.startWorkers(tasks.jobs)
process.stdout.write('ready\n')
