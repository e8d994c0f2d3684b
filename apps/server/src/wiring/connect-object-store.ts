import { join } from 'node:path'
import { createFileSystemStore } from '../adapters/object-store/file-system.ts'
import type { Config } from '../config/config.ts'
import type { ObjectStore } from '../platform/object-store.ts'

interface StorageConfig {
  readonly dataDir: string
  readonly s3?: Config['s3'] | undefined
}

/** Identity of the store, the same in every process that uses it. */
export const objectStoreName = ({ s3 }: Pick<StorageConfig, 's3'>): string =>
  s3 ? `${s3.endpoint} ${s3.bucket}` : 'files of the data folder'

/** The bucket of the settings, else files of the data folder. The S3 client is loaded only when it is used. */
export const connectObjectStore = async ({ dataDir, s3 }: StorageConfig): Promise<ObjectStore> => {
  if (!s3) return createFileSystemStore(join(dataDir, 'objects'))
  const { createS3Store } = await import('../adapters/object-store/s3.ts')
  return createS3Store(s3)
}
