import { createHash } from 'node:crypto'
import { readBinaryXml, type XmlElement, XmlError } from './binary-xml.ts'
import { type ReadRange, readZipEntry, ZipError } from './zip.ts'

export interface ApkInfo {
  packageName: string
  label: string
  versionName: string
  versionCode: number
  activities: readonly string[]
  /** Class of the launcher's entry. */
  mainActivity: string
  requested: readonly string[]
  /** Hash of the signature of scheme v1; empty without one. */
  signer: string
}

/** One APK of an app; the base has no name. */
export interface ApkPart extends ApkInfo {
  split: string
  isSplitRequired: boolean
}

/** The message is the package manager's error code. */
export class ApkError extends Error {
  override name = 'ApkError'
}

const SIGNATURE = 'META-INF/CERT.RSA'
const ENTRY_MAX_BYTES = 4 * 1024 * 1024
const PACKAGE_NAME = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/
const PACKAGE_NAME_MAX_CHARACTERS = 223

/** Reads the manifest. */
export function readApk(read: ReadRange, sizeBytes: number): ApkPart {
  const elements = readManifest(read, sizeBytes)
  const manifest = elements.find(({ name }) => name === 'manifest')?.attributes
  const application = elements.find(({ name }) => name === 'application')?.attributes
  const packageName = String(manifest?.get('package') ?? '')
  if (!PACKAGE_NAME.test(packageName) || packageName.length > PACKAGE_NAME_MAX_CHARACTERS) {
    throw new ApkError('INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME')
  }
  const label = application?.get('label')
  const activities = activitiesOf(elements, packageName)
  return {
    packageName,
    // A number refers to the app's resources, which are not read.
    label: typeof label === 'string' && label !== '' ? label : (packageName.split('.').at(-1) ?? packageName),
    versionName: String(manifest?.get('versionName') ?? ''),
    versionCode: Number(manifest?.get('versionCode') ?? 0) || 0,
    activities,
    mainActivity: mainActivityOf(elements, packageName) ?? activities[0] ?? '',
    requested: elements
      .filter(({ name }) => name === 'uses-permission')
      .map(({ attributes }) => String(attributes.get('name') ?? '')),
    signer: readSigner(read, sizeBytes),
    split: String(manifest?.get('split') ?? ''),
    isSplitRequired: String(manifest?.get('isSplitRequired') ?? '') === 'true',
  }
}

/** Newer signatures stand outside of the zip and are not read. */
function readSigner(read: ReadRange, sizeBytes: number): string {
  const bytes = readEntry(read, sizeBytes, SIGNATURE)
  return bytes === null ? '' : createHash('sha256').update(bytes).digest('hex')
}

/** Full class names; an app of the tests that names none has `MainActivity`. */
function activitiesOf(elements: readonly XmlElement[], packageName: string): string[] {
  const full = elements.filter(isActivity).map((element) => className(element, packageName))
  return full.length === 0 ? [`${packageName}.MainActivity`] : full
}

/** The activity whose filter has the category `LAUNCHER`; the elements stand in the order in which they open. */
function mainActivityOf(elements: readonly XmlElement[], packageName: string): string | null {
  const category = elements.findIndex(
    ({ name, attributes }) => name === 'category' && attributes.get('name') === 'android.intent.category.LAUNCHER',
  )
  const activity = elements.slice(0, Math.max(0, category)).findLast(isActivity)
  return activity === undefined ? null : className(activity, packageName)
}

const isActivity = ({ name }: XmlElement) => name === 'activity' || name === 'activity-alias'

function className({ attributes }: XmlElement, packageName: string): string {
  const name = String(attributes.get('name') ?? '')
  return name.includes('.') ? name.replace(/^\./, `${packageName}.`) : `${packageName}.${name}`
}

function readManifest(read: ReadRange, sizeBytes: number): XmlElement[] {
  const bytes = readEntry(read, sizeBytes, 'AndroidManifest.xml')
  if (bytes === null) throw new ApkError('INSTALL_PARSE_FAILED_BAD_MANIFEST: No AndroidManifest.xml')
  try {
    return bytes[0] === 0x3c ? readPlainXml(new TextDecoder().decode(bytes)) : readBinaryXml(bytes)
  } catch (error) {
    if (error instanceof XmlError || error instanceof RangeError) {
      throw new ApkError(`INSTALL_PARSE_FAILED_BAD_MANIFEST: ${error.message}`)
    }
    throw error
  }
}

function readEntry(read: ReadRange, sizeBytes: number, name: string): Uint8Array | null {
  try {
    return readZipEntry(read, sizeBytes, name, ENTRY_MAX_BYTES)
  } catch (error) {
    if (error instanceof ZipError || error instanceof RangeError) {
      throw new ApkError(`INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: ${error.message}`)
    }
    throw error
  }
}

/** An uncompiled manifest, as test apps have. */
function readPlainXml(text: string): XmlElement[] {
  return [...text.matchAll(/<([A-Za-z][\w-]*)((?:\s+[\w:]+\s*=\s*"[^"]*")*)\s*\/?>/g)].map(
    ([, name = '', list = '']) => ({
      name,
      attributes: new Map(
        [...list.matchAll(/(?:\w+:)?(\w+)\s*=\s*"([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  )
}
