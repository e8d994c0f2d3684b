import { createHash } from 'node:crypto'
import { PhoneError } from './errors.ts'
import type { Link } from './link/link.ts'
import { commandError, readAll, runOrThrow, spawn } from './shell.ts'
import { sendBytes, toReadable } from './streams.ts'
import type { ArchiveStream, Bytes, Transfer } from './types.ts'

/** Counted from the last chunk. */
const STALL_TIMEOUT_MS = 60_000
/** Not `/sdcard`, which is a symbolic link: tar would archive the link itself. */
const SHARED_STORAGE = 'storage/emulated/0'
/** Shared storage and the apps' data, readable by root only. */
const FOR_ROOT = ['data/media/0', 'data/data']

/** Streams a tar of the user's files and, on a rooted phone, the apps' data. At most one chunk is in memory. */
export async function createArchive(link: Link): Promise<ArchiveStream> {
  // Without root the apps' data cannot be read.
  const isRoot = (await runOrThrow(link, ['id', '-u'])).trim() === '0'
  const folders = isRoot ? FOR_ROOT : [SHARED_STORAGE]
  const argv = ['tar', '-c', '-C', '/', '-f', '-', ...folders]
  const operation = link.begin('archiving', STALL_TIMEOUT_MS)
  const process = await spawn(link, argv, operation).catch((error: unknown) => {
    operation.end()
    throw error
  })
  const complaints = readAll(process.stderr)
  const reader = process.stdout.getReader()
  const hash = createHash('sha256')
  let sizeBytes = 0
  const finished = Promise.withResolvers<Transfer>()
  finished.promise.catch(() => {}) // the body rejects with the same error

  const read = async () => {
    const chunk = await reader.read()
    if (chunk.value) {
      hash.update(chunk.value)
      sizeBytes += chunk.value.length
      return chunk
    }
    const exitCode = await process.exited
    if (exitCode !== 0) throw commandError(argv, { exitCode, stdout: '', stderr: (await complaints).toString() })
    finished.resolve({ sizeBytes, sha256: hash.digest('hex') })
    return chunk
  }
  const explain = (error: unknown): Error => {
    const reason =
      error instanceof PhoneError ? error : new PhoneError('commandFailed', String(error), { cause: error })
    finished.reject(reason)
    return reason
  }
  const stop = () => {
    operation.end()
    void Promise.resolve(process.kill()).catch(() => {})
    finished.reject(new PhoneError('lost', 'the archive was not read to its end'))
  }
  return { body: await toReadable(read, operation, stop, explain), finished: finished.promise }
}

export async function extractArchive(link: Link, archive: Bytes): Promise<Transfer> {
  const argv = ['tar', '-x', '-C', '/', '-f', '-']
  const operation = link.begin('restoring an archive', STALL_TIMEOUT_MS)
  try {
    const process = await spawn(link, argv, operation)
    const output = Promise.all([readAll(process.stdout), readAll(process.stderr), process.exited])
    output.catch(() => {}) // awaited below, unless sending fails first
    const transfer = await sendBytes(archive, operation, undefined, async (stream) => {
      const writer = process.stdin.getWriter()
      // tar may exit before it has read everything; its exit code and stderr say why.
      const hasEnded = output.then(() => true)
      for await (const chunk of stream) {
        const isRefused = writer.write(chunk).then(
          () => false,
          () => true,
        )
        if (await Promise.race([hasEnded, isRefused])) return
      }
      await writer.close()
    })
    const [stdout, stderr, exitCode] = await operation.race(output)
    if (exitCode === 0) return transfer
    throw commandError(argv, { exitCode, stdout: stdout.toString(), stderr: stderr.toString() })
  } catch (error) {
    throw error instanceof PhoneError ? error : new PhoneError('commandFailed', 'restoring failed', { cause: error })
  } finally {
    operation.end()
  }
}
