import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { selfSignedCertificate } from '../../platform/tls.ts'
import { objectStoreSuite } from './object-store-suite.ts'
import { createS3Store, type S3Config } from './s3.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closers.map((close) => close())))

const startService = async (tls?: { key: string; cert: string }): Promise<(bucket: string) => S3Config> => {
  const directory = await mkdtemp(join(tmpdir(), 'yunji-s3-'))
  const configureBuckets = Array.from({ length: 40 }, (_each, index) => ({ name: `bucket-${index}` }))
  const service = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets, ...tls })
  const { port } = await service.run()
  closers.push(async () => {
    await service.close()
    await rm(directory, { recursive: true, force: true })
  })
  return (bucket) => ({
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    isPathStyle: true,
    ...(tls && { ca: tls.cert }),
  })
}

const folder = await mkdtemp(join(tmpdir(), 'yunji-s3-tls-'))
closers.push(() => rm(folder, { recursive: true, force: true }))
const certificate = await selfSignedCertificate(folder, ['127.0.0.1'], systemClock)

const plain = await startService()
const encrypted = await startService(certificate)
let lastBucket = 0

objectStoreSuite('S3 over HTTP', async () => createS3Store(plain(`bucket-${lastBucket++ % 40}`)))
objectStoreSuite('S3 over TLS', async () => createS3Store(encrypted(`bucket-${lastBucket++ % 40}`)))

describe('an S3 service', () => {
  const put = (config: S3Config) => createS3Store(config).put('a', Readable.from([Buffer.from('x')]), 10)

  it('is not trusted without its authority, and refuses an unknown key', async () => {
    const { ca: _left, ...unknown } = encrypted('bucket-38')
    await expect(put(unknown)).rejects.toThrow(/certificate/)
    await expect(put({ ...plain('bucket-38'), accessKeyId: 'unknown' })).rejects.toThrow(/Access Key/)
    await expect(createS3Store({ ...plain('no-such-bucket') }).probe()).rejects.toThrow(/bucket/)
  })

  it('gives a download by an address of its own, under the name of the file', async () => {
    const config = { ...plain('bucket-39'), publicEndpoint: plain('').endpoint }
    const store = createS3Store(config)
    await store.put('files/x', Readable.from([Buffer.from('你好')]), 100)
    const address = await store.downloadAddress?.('files/x', '假期 照片.jpg', 60)
    const answer = await fetch(address ?? '')
    expect(answer.headers.get('content-disposition')).toContain(`UTF-8''${encodeURIComponent('假期 照片.jpg')}`)
    expect((await buffer(Readable.fromWeb(answer.body as never))).toString()).toBe('你好')
    expect(new URL(address ?? '').searchParams.get('X-Amz-Expires')).toBe('60')
    expect(createS3Store(plain('bucket-39')).downloadAddress).toBeUndefined()
  })
})
