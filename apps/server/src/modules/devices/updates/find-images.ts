import { type ImageVersion, imageVersionInfo } from '@yunji/contract/devices/update/schema'
import { parseAs } from '@yunji/contract/wire/call'
import type { Db, Tx } from '../../../platform/database.ts'
import type { DeviceRow } from '../fleet/index.ts'
import { findImageSetting } from './store.ts'

const UNKNOWN: ImageVersion = { version: '1.0', sizeBytes: 0, notes: [] }

/**
 * The image of a device, and the newest one of its line when that is another. A setting that is missing or makes no sense
 * offers nothing.
 */
export const findImages = async (
  db: Db | Tx,
  { version: line, imageVersion }: Pick<DeviceRow, 'version' | 'imageVersion'>,
): Promise<{ readonly current: ImageVersion; readonly next: ImageVersion | null }> => {
  const images = (parseAs(imageVersionInfo, await findImageSetting(db)) ?? []).filter((image) => image.line === line)
  const index = imageVersion === '' ? 0 : images.findIndex(({ version }) => version === imageVersion)
  const current = images[index] ?? { ...UNKNOWN, version: imageVersion || UNKNOWN.version }
  const newest = images.at(-1)
  return { current: toImage(current), next: newest && newest !== images[index] ? toImage(newest) : null }
}

const toImage = ({ version, sizeBytes, notes }: ImageVersion): ImageVersion => ({ version, sizeBytes, notes })
