import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { poll } from './wait.ts'

// Below the ephemeral port range, so that a restart finds its port free again.
const LOWEST = 20_000
const HIGHEST = 30_000

/** Prefers the port of the last start. */
export async function choosePort(dataDir: string): Promise<number> {
  const file = path.join(dataDir, 'port')
  const last = Number(await readFile(file, 'utf8').catch(() => ''))
  if (last > 0 && (await isFree(last))) return last
  const port = await poll(5000, 0, async () => {
    const candidate = randomInt(LOWEST, HIGHEST)
    return (await isFree(candidate)) ? candidate : undefined
  })
  if (port === undefined) throw new Error('no free port on the loopback address')
  await writeFile(file, String(port))
  return port
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
