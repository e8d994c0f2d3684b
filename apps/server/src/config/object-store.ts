import { z } from 'zod'
import { ConfigError } from './names.ts'
import { assertEncrypted } from './safety.ts'

/** Settings of an S3-compatible object store; without a bucket, objects are files of the data folder. */
export const objectStoreSettings = {
  YUNJI_S3_BUCKET: z.string().optional(),
  YUNJI_S3_ENDPOINT: z.url().optional(),
  YUNJI_S3_PUBLIC_ENDPOINT: z.url().optional(),
  YUNJI_S3_REGION: z.string().optional(),
  YUNJI_S3_ACCESS_KEY_ID: z.string().optional(),
  YUNJI_S3_SECRET_ACCESS_KEY: z.string().optional(),
  YUNJI_S3_PATH_STYLE: z.enum(['0', '1']).optional(),
}

const settings = z.object(objectStoreSettings)
type Settings = z.output<typeof settings>

const NEEDED = ['YUNJI_S3_ENDPOINT', 'YUNJI_S3_ACCESS_KEY_ID', 'YUNJI_S3_SECRET_ACCESS_KEY'] as const

/** The bucket of the settings, or undefined for the data folder. Half a configuration is refused. */
export const readObjectStore = (values: Settings, isProduction: boolean) => {
  const { YUNJI_S3_BUCKET: bucket } = values
  if (bucket === undefined) {
    const orphan = Object.keys(objectStoreSettings).find((name) => values[name as keyof Settings] !== undefined)
    if (orphan) throw new ConfigError(`${orphan} is set without YUNJI_S3_BUCKET`)
    return undefined
  }
  const [endpoint = '', accessKeyId = '', secretAccessKey = ''] = NEEDED.map((name) => values[name])
  for (const name of NEEDED) if (!values[name]) throw new ConfigError(`${name}: missing beside YUNJI_S3_BUCKET`)
  const publicEndpoint = values.YUNJI_S3_PUBLIC_ENDPOINT
  assertEncrypted('YUNJI_S3_ENDPOINT', endpoint, isProduction)
  if (publicEndpoint) assertEncrypted('YUNJI_S3_PUBLIC_ENDPOINT', publicEndpoint, isProduction)
  return {
    bucket,
    endpoint,
    publicEndpoint,
    region: values.YUNJI_S3_REGION ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    isPathStyle: values.YUNJI_S3_PATH_STYLE === '1',
  }
}
