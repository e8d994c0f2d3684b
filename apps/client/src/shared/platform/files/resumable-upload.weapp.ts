import Taro from '@tarojs/taro'
import { base64Of, utf8Of } from '../../base64.ts'
import { TransportError } from '../network/transport.ts'
import { type ResumableUpload, type SendResumable, UploadRefusal, uploadIdIn } from './resumable.ts'
import type { endResumable as EndResumable } from './resumable-upload.h5.ts'

const VERSION = '1.0.0'
const PIECE_TYPE = 'application/offset+octet-stream'
const TIMEOUT_MS = 120_000
const PIECE_MINIMUM_BYTES = 256 * 1024
const PIECE_MAXIMUM_BYTES = 4 * 1024 ** 2
/** A small file has about so many pieces, so that its progress can be seen. */
const PIECES = 20

const pieceBytesOf = (sizeBytes: number): number =>
  Math.min(Math.max(Math.ceil(sizeBytes / PIECES), PIECE_MINIMUM_BYTES), PIECE_MAXIMUM_BYTES)

interface Exchange {
  readonly method: 'POST' | 'HEAD'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly data?: ArrayBuffer
  readonly signal?: AbortSignal
}

interface Answer {
  readonly header: (name: string) => string
}

/** Names of headers come in any case. */
const headerReader =
  (header: Readonly<Record<string, unknown>> | undefined) =>
  (name: string): string =>
    String(Object.entries(header ?? {}).find(([key]) => key.toLowerCase() === name)?.[1] ?? '')

const exchange = async ({ method, url, headers, data, signal }: Exchange): Promise<Answer> => {
  const request = Taro.request({
    method,
    url,
    data,
    header: { 'content-type': PIECE_TYPE, 'tus-resumable': VERSION, ...headers },
    timeout: TIMEOUT_MS,
  })
  signal?.addEventListener('abort', () => request.abort())
  const response = await request.catch(() => {
    throw new TransportError('network')
  })
  if (response.statusCode < 200 || response.statusCode >= 300)
    throw new UploadRefusal({ status: response.statusCode, body: response.data })
  return { header: headerReader(response.header) }
}

interface OpenFile {
  readonly read: (position: number, length: number) => Promise<ArrayBuffer>
  readonly close: () => void
}

/** A chosen file that the platform has cleared away cannot be opened: it has to be chosen again. */
const openFile = (filePath: string): Promise<OpenFile> => {
  const files = Taro.getFileSystemManager()
  return new Promise((resolve, reject) => {
    files.open({
      filePath,
      flag: 'r',
      success: ({ fd }) =>
        resolve({
          read: (position, length) =>
            new Promise((give, fail) => {
              const arrayBuffer = new ArrayBuffer(length)
              const success = ({ bytesRead }: { bytesRead: unknown }) => give(arrayBuffer.slice(0, Number(bytesRead)))
              files.read({ fd, arrayBuffer, position, length, success, fail: () => fail(new Error('unreadable')) })
            }),
          close: () => files.close({ fd }),
        }),
      fail: () => reject(new Error('unreadable')),
    })
  })
}

const beginUpload = async ({ endpoint, headers, file, onCreated, signal }: ResumableUpload): Promise<string> => {
  const { header } = await exchange({
    method: 'POST',
    url: endpoint,
    headers: {
      ...headers,
      'upload-length': String(file.sizeBytes),
      'upload-metadata': `filename ${base64Of(utf8Of(file.name))}`,
    },
    signal,
  })
  const id = uploadIdIn(header('location'))
  if (id === undefined) throw new TransportError('network')
  onCreated(id)
  return id
}

const offsetOf = async (url: string, { headers, signal }: ResumableUpload): Promise<number> =>
  Number((await exchange({ method: 'HEAD', url, headers, signal })).header('upload-offset'))

/** In pieces read one by one, posted with the method in a header, since the platform has no PATCH. */
export const sendResumable: SendResumable = async (upload) => {
  const { addressOf, headers, file, uploadId, onProgress, signal } = upload
  const opened = await openFile(String(file.content))
  try {
    const url = addressOf(uploadId ?? (await beginUpload(upload)))
    let offset = uploadId === undefined ? 0 : await offsetOf(url, upload)
    onProgress(offset)
    while (offset < file.sizeBytes) {
      if (signal.aborted) throw new TransportError('network')
      const data = await opened.read(offset, Math.min(pieceBytesOf(file.sizeBytes), file.sizeBytes - offset))
      const patch = { ...headers, 'x-http-method-override': 'PATCH', 'upload-offset': String(offset) }
      const { header } = await exchange({ method: 'POST', url, headers: patch, data, signal })
      const next = Number(header('upload-offset'))
      // Nothing was taken of a piece that was not empty.
      if (!(next > offset)) throw new TransportError('network')
      offset = next
      onProgress(offset)
    }
  } finally {
    opened.close()
  }
}

/** Drops an upload; one that has ended is as good as dropped. */
export const endResumable: typeof EndResumable = async (url, headers) => {
  const override = { ...headers, 'x-http-method-override': 'DELETE' }
  await exchange({ method: 'POST', url, headers: override }).catch((error: unknown) => {
    if (!(error instanceof UploadRefusal) || error.response.status !== 404) throw error
  })
}
