import { DetailedError, Upload } from 'tus-js-client'
import { parseAnswer, TransportError } from '../network/transport.ts'
import { type SendResumable, UploadRefusal, uploadIdIn } from './resumable.ts'

/** A link over which nothing moves for so long is cut, whatever the browser believes. */
const STALL_LIMIT_MS = 20_000
/** After the last byte, while the server hashes what has come. */
const ANSWER_WITHIN_MS = 10 * 60_000

const failureOf = (error: unknown): Error => {
  const response = error instanceof DetailedError ? error.originalResponse : null
  return response
    ? new UploadRefusal({ status: response.getStatus(), body: parseAnswer(response.getBody()) })
    : new TransportError('network')
}

/** The library's own retries and storage are off: both clients share one queue that has them. */
export const sendResumable: SendResumable = (upload) =>
  new Promise((resolve, reject) => {
    const { endpoint, addressOf, headers, file, uploadId, onCreated, onProgress, signal } = upload
    let deadline: ReturnType<typeof setTimeout> | undefined
    const end = (settle: () => void) => {
      clearTimeout(deadline)
      settle()
    }
    const cut = () => {
      void transfer.abort()
      end(() => reject(new TransportError('network')))
    }
    const expectWithin = (limitMs: number) => {
      clearTimeout(deadline)
      deadline = setTimeout(cut, limitMs)
    }
    const target =
      uploadId === undefined ? { endpoint, metadata: { filename: file.name } } : { uploadUrl: addressOf(uploadId) }
    const transfer = new Upload(file.content as Blob, {
      ...target,
      headers: { ...headers },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        const id = uploadIdIn(transfer.url ?? '')
        if (id) onCreated(id)
      },
      onProgress: (sentBytes, totalBytes) => {
        expectWithin(sentBytes < totalBytes ? STALL_LIMIT_MS : ANSWER_WITHIN_MS)
        onProgress(sentBytes)
      },
      onSuccess: () => end(() => resolve()),
      onError: (error) => end(() => reject(failureOf(error))),
    })
    signal.addEventListener('abort', cut)
    expectWithin(STALL_LIMIT_MS)
    transfer.start()
  })

/** Drops an upload; one that has ended is as good as dropped. */
export const endResumable = async (address: string, headers: Readonly<Record<string, string>>): Promise<void> => {
  await Upload.terminate(address, { headers: { ...headers }, retryDelays: null }).catch((error: unknown) => {
    const failure = failureOf(error)
    if (!(failure instanceof UploadRefusal) || failure.response.status !== 404) throw failure
  })
}
