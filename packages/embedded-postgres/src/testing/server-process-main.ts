/** A server process for the tests: starts the database of a folder, says so in one JSON line, and stays. */
import { startEmbeddedPostgres } from '../index.ts'

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', settings: { fsync: 'off' } }).catch(
  (error: Error) => {
    process.stdout.write(`${JSON.stringify({ error: error.message })}\n`)
    process.exit(1)
  },
)
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid() })}\n`)
process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
setInterval(() => {}, 1000)
