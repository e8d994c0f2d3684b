/** Migrates a database in a process of its own, which can be killed. Arguments: its address and the folder of files. */
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'

const [url = '', folder = ''] = process.argv.slice(2)
await migrate(url, await readMigrations(folder))
