import { Readable } from 'node:stream'
import type { BackupOptions, BackupStream } from '@yunji/phone-driver/types'
import { toSupplierError, withSupplierErrors } from './errors.ts'
import type { PhonePool } from './phone-pool.ts'

/** Holds the phone's connection until the body is closed. */
export async function createBackup(
  pool: PhonePool,
  phoneId: string,
  options: BackupOptions = {},
): Promise<BackupStream> {
  const lease = await withSupplierErrors(pool.acquire(phoneId, options.signal))
  try {
    const { plan, body, finished } = await withSupplierErrors(lease.phone.createBackup(options))
    const passed = Readable.from(withErrorsOf(body), { objectMode: false })
    passed.once('close', () => {
      body.destroy()
      lease.release()
    })
    const ended = withSupplierErrors(finished)
    ended.catch(() => {}) // the body rejects with the same error
    return { plan, body: passed, finished: ended }
  } catch (error) {
    lease.release()
    throw error
  }
}

async function* withErrorsOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw toSupplierError(error)
  }
}
