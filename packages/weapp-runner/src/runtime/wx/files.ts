import type { ApiFamily } from './api.ts'
import { answerLater, type Callbacks, WxError } from './callback.ts'

interface OpenOptions extends Callbacks {
  readonly filePath: string
  readonly flag?: string
}

interface ReadOptions extends Callbacks {
  readonly fd: string
  readonly arrayBuffer: ArrayBuffer
  readonly offset?: number
  readonly length?: number
  readonly position?: number
}

/** Files of the phone: those that the test puts there, as if they had been chosen, and those that the program writes. */
export class PhoneFiles {
  private readonly contents = new Map<string, Uint8Array>()
  private readonly opened = new Map<string, Uint8Array>()
  private lastDescriptor = 0

  put(path: string, base64: string): void {
    this.contents.set(
      path,
      Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)),
    )
  }

  /** Reads with descriptors; what else a manager has fails as unknown functions do. */
  readonly manager = {
    open: (options: OpenOptions) => answerLater('open', options, () => ({ fd: this.open(options) })),
    read: (options: ReadOptions) => answerLater('read', options, () => this.read(options)),
    close: (options: Callbacks & { readonly fd: string }) =>
      answerLater('close', options, () => {
        if (!this.opened.delete(options.fd)) throw new WxError('bad file descriptor')
      })?.catch(() => undefined),
    writeFileSync: (path: string, data: string, encoding: string): void => {
      if (encoding === 'base64') this.put(path, data)
      else this.contents.set(path, new TextEncoder().encode(data))
    },
  }

  private open({ filePath, flag = 'r' }: OpenOptions): string {
    const content = this.contents.get(filePath)
    if (flag !== 'r' || !content) throw new WxError(`no such file or directory, open '${filePath}'`)
    this.lastDescriptor += 1
    this.opened.set(String(this.lastDescriptor), content)
    return String(this.lastDescriptor)
  }

  private read({ fd, arrayBuffer, offset = 0, length = 0, position = 0 }: ReadOptions) {
    const content = this.opened.get(fd)
    if (!content) throw new WxError('bad file descriptor')
    const part = content.subarray(position, position + length)
    new Uint8Array(arrayBuffer).set(part, offset)
    return { bytesRead: part.length, arrayBuffer }
  }
}

export const fileApis = (files: PhoneFiles): ApiFamily => ({ sync: { getFileSystemManager: () => files.manager } })
