import path from 'node:path'
import { encodeSyncFail, encodeSyncWord, SYNC_FLAG_NONE, type SyncRequest } from '@yunji/phone-protocol/adb/sync'
import { FileError } from '../files/errors.ts'
import type { FileWriter } from '../files/file-writer.ts'
import type { PhoneFiles } from '../files/phone-files.ts'

type SendRequest = Extract<SyncRequest, { id: 'SEND' | 'SND2' }>

const TYPE_BITS = 0o170000
const LINK_TYPE = 0o120000
const LINK_TARGET_MAX_BYTES = 4096

/**
 * A file or link being uploaded. Failures are reported at the end: the host sends everything before it reads the answer.
 */
export class SyncUpload {
  readonly #files: PhoneFiles
  readonly #request: SendRequest
  readonly #isLink: boolean
  #writer: FileWriter | null = null
  #linkTarget = ''
  #failure: string | null = null

  constructor(files: PhoneFiles, request: SendRequest) {
    this.#files = files
    this.#request = request
    this.#isLink = (request.mode & TYPE_BITS) === LINK_TYPE
    if (request.id === 'SND2' && request.flags !== SYNC_FLAG_NONE) this.#failure = 'compression is not supported'
    this.#try(() => {
      files.makeFolder(path.posix.dirname(request.path), { isRecursive: true })
      if (!this.#isLink) this.#writer = files.create(request.path, { mode: request.mode })
    })
  }

  async add(data: Uint8Array): Promise<void> {
    if (this.#failure !== null) return
    if (this.#isLink) {
      this.#linkTarget += new TextDecoder().decode(data)
      if (this.#linkTarget.length > LINK_TARGET_MAX_BYTES) this.#fail('File name too long')
      return
    }
    try {
      await this.#writer?.write(data)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      this.#fail(`write failed: ${error.message}`)
    }
  }

  /** The answer to the computer. */
  finish(modifiedAtSeconds: number): Uint8Array {
    this.#try(() => {
      if (this.#isLink) this.#makeLink()
      else this.#writer?.commit({ mode: this.#request.mode, modifiedAtSeconds })
    })
    return this.#failure === null ? encodeSyncWord('OKAY', 0) : encodeSyncFail(this.#failure)
  }

  abort(): void {
    this.#writer?.abort()
  }

  #makeLink(): void {
    // adb sends the terminating NUL of the target, too.
    const target = this.#linkTarget.replace(/\0[^]*$/, '')
    try {
      this.#files.remove(this.#request.path)
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== 'ENOENT') throw error
    }
    this.#files.link(target, this.#request.path)
  }

  #try(action: () => void): void {
    if (this.#failure !== null) return
    try {
      action()
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      this.#fail(error.message)
    }
  }

  #fail(reason: string): void {
    this.#failure = reason
    this.#writer?.abort()
  }
}
