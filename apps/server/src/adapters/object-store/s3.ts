import { Agent } from 'node:https'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import {
  assertObjectKey,
  attachmentOf,
  type ByteRange,
  type ObjectStore,
  ObjectTooLarge,
} from '../../platform/object-store.ts'

export interface S3Config {
  readonly endpoint: string
  /** Endpoint that browsers reach; without it downloads pass through the server. */
  readonly publicEndpoint?: string | undefined
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Bucket in the path instead of the host name. */
  readonly isPathStyle: boolean
  /** Certificate authority of the endpoint, where the system knows none. */
  readonly ca?: string
}

/** Size of the parts of a large object; one of them is in memory. S3 takes parts from 5 MiB, and 10,000 of them. */
const PART_BYTES = 16 * 1024 ** 2
const CONNECT_TIMEOUT_MS = 5000
/** Time without a byte, also of a reader that pauses. */
const SILENCE_LIMIT_MS = 120_000
const PROBE_KEY = 'probe'

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status

const orNullWhenMissing = (error: unknown): null => {
  if (isStatus(error, 404)) return null
  throw error
}

/** Objects of one bucket of an S3-compatible service. */
export const createS3Store = (config: S3Config): ObjectStore => {
  const { bucket: Bucket, publicEndpoint } = config
  const client = connect(config, config.endpoint)
  const inBucket = (key: string) => {
    assertObjectKey(key)
    return { Bucket, Key: key }
  }
  const putCommand = (key: string, body: Buffer) =>
    new PutObjectCommand({ ...inBucket(key), Body: body, ContentLength: body.length })

  const putParts = async (key: string, first: Buffer, rest: AsyncIterator<Buffer>): Promise<void> => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(inBucket(key)))
    const upload = { ...inBucket(key), UploadId }
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    try {
      for (let part: Buffer | undefined = first; part; part = await nextOf(rest)) {
        const PartNumber = Parts.length + 1
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: part }))
        Parts.push({ PartNumber, ETag })
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    } catch (error) {
      // Uploads that cannot be aborted are left to the bucket's lifecycle rules.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
      throw error
    }
  }

  return {
    async put(key, body, limitBytes) {
      assertObjectKey(key)
      const measured = { sizeBytes: 0 }
      const parts = partsOf(body, (chunk) => {
        measured.sizeBytes += chunk.length
        if (measured.sizeBytes > limitBytes) throw new ObjectTooLarge(`more than ${limitBytes} bytes`)
      })[Symbol.asyncIterator]()
      const first = (await nextOf(parts)) ?? Buffer.alloc(0)
      if (first.length < PART_BYTES) await client.send(putCommand(key, first))
      else await putParts(key, first, parts)
      return measured
    },

    async get(key, range) {
      if (range?.length === 0) return (await this.sizeBytes(key)) === null ? null : Readable.from([])
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ ...inBucket(key), ...(range && { Range: rangeText(range) }) }),
        )
        return Body as Readable
      } catch (error) {
        if (isStatus(error, 416)) return Readable.from([])
        return orNullWhenMissing(error)
      }
    },

    async readInto(key, offset, target) {
      const body = await this.get(key, { offset, length: target.length })
      if (!body) return null
      let filled = 0
      for await (const chunk of body as AsyncIterable<Buffer>) filled += chunk.copy(target, filled)
      return filled
    },

    sizeBytes: (key) =>
      client.send(new HeadObjectCommand(inBucket(key))).then((head) => head.ContentLength ?? 0, orNullWhenMissing),

    async delete(key) {
      await client.send(new DeleteObjectCommand(inBucket(key))).catch(orNullWhenMissing)
    },

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }))
        for (const { Key } of page.Contents ?? []) if (Key && Key !== PROBE_KEY) yield Key
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    async probe() {
      await client.send(putCommand(PROBE_KEY, Buffer.alloc(0)))
    },

    ...(publicEndpoint && { downloadAddress: presign(connect(config, publicEndpoint), inBucket) }),
  }
}

const connect = ({ region, accessKeyId, secretAccessKey, isPathStyle, ca }: S3Config, endpoint: string): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    // Checksums beyond S3's own are refused by many compatible services.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      ...(ca && { httpsAgent: new Agent({ keepAlive: true, ca }) }),
    },
  })

const presign =
  (client: S3Client, inBucket: (key: string) => { Bucket: string; Key: string }) =>
  (key: string, fileName: string, lifetimeSeconds: number): Promise<string> =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        ...inBucket(key),
        ResponseContentDisposition: attachmentOf(fileName),
        ResponseContentType: 'application/octet-stream',
      }),
      { expiresIn: lifetimeSeconds },
    )

const rangeText = ({ offset, length }: ByteRange): string => `bytes=${offset}-${offset + length - 1}`

const nextOf = async (parts: AsyncIterator<Buffer>): Promise<Buffer | undefined> => {
  const { value, done } = await parts.next()
  return done ? undefined : value
}

/** The stream in parts of one size, in memory of their own; only the last may be shorter. */
const partsOf = async function* (
  body: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  for await (const chunk of body) {
    onChunk(chunk)
    let rest = chunk
    while (gatheredBytes + rest.length >= PART_BYTES) {
      const taken = PART_BYTES - gatheredBytes
      yield Buffer.concat([...gathered, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      gathered = []
      gatheredBytes = 0
    }
    // The memory of a chunk may be used again once the next one is asked for.
    gathered.push(Buffer.from(rest))
    gatheredBytes += rest.length
  }
  if (gatheredBytes > 0) yield Buffer.concat(gathered)
}
