import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { step } from './progress.mjs'

/**
 * One set-up of a folder at a time. The lock is an abstract socket, which the kernel releases when its holder dies.
 */
export async function withSetupLock(root, work) {
  const address = `\0yunji-setup-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`
  const lock = await step('Waiting for another set-up of this folder', () => acquire(address))
  try {
    return await work()
  } finally {
    await new Promise((resolve) => lock.close(resolve))
  }
}

async function acquire(address) {
  for (;;) {
    const server = await listen(address)
    if (server) return server
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(address, () => resolve(server))
  })
}
