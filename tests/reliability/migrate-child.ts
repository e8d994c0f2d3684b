/** Entry of a process that migrates a database and can be killed. Arguments: database URL and folder of migrations. */
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'

const [url = '', folder = ''] = process.argv.slice(2)
await migrate(url, await readMigrations(folder))
