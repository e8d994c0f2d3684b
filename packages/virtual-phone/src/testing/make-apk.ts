import { crc32, deflateRawSync } from 'node:zlib'

export interface TestApp {
  packageName: string
  label?: string
  versionCode?: number
  versionName?: string
  /** Content that makes the file longer. */
  payload?: Uint8Array
  /** A manifest as text, as nobody but a test writes it. */
  isPlain?: boolean
  /** Name of a split; absent for the base. */
  split?: string
  isSplitRequired?: boolean
  signer?: string
  /** Class names; the last one has the launcher's entry. */
  activities?: readonly string[]
  permissions?: readonly string[]
}

/** An app with a manifest in Android's compiled form and nothing that could run. */
export function makeApk(app: TestApp): Uint8Array {
  const isPlain = app.isPlain || app.split !== undefined || app.isSplitRequired || app.activities || app.permissions
  const manifest = isPlain ? Buffer.from(plainManifest(app)) : binaryManifest(app)
  return makeZip([
    ['classes.dex', app.payload ?? Buffer.from('dex\n035\0')],
    ['AndroidManifest.xml', manifest],
    ['META-INF/CERT.RSA', Buffer.from(app.signer ?? 'signature of the tests')],
  ])
}

function plainManifest(app: TestApp): string {
  const { packageName, label = '', versionCode = 1, versionName = '1.0', split, isSplitRequired } = app
  const permissions = app.permissions?.map((name) => `<uses-permission android:name="${name}" />`) ?? []
  const activities = app.activities?.map((name) => `<activity android:name="${name}"><intent-filter>`) ?? []
  const entry = activities.length > 0 ? '<category android:name="android.intent.category.LAUNCHER" />' : ''
  const ofSplits = `${split ? ` split="${split}"` : ''}${isSplitRequired ? ' android:isSplitRequired="true"' : ''}`
  return `<?xml version="1.0"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="${packageName}"
  android:versionCode="${versionCode}" android:versionName="${versionName}"${ofSplits}>
  ${permissions.join('')}
  <application android:label="${label}">${activities.join('</intent-filter></activity>')}${entry}</application>
</manifest>`
}

export function makeZip(files: readonly (readonly [name: string, content: Uint8Array])[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, place, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

const NONE = 0xffffffff
/** In the order of the numbers below: Android finds its own attributes by number, not by name. */
const RESOURCE_IDS = [0x01010001, 0x0101021b, 0x0101021c]
const ATTRIBUTE = { label: 0, versionCode: 1, versionName: 2, package: 3 }
const TEXT_VALUE = 3
const NUMBER_VALUE = 0x10

function binaryManifest({ packageName, label = '', versionCode = 1, versionName = '1.0' }: TestApp): Buffer {
  const strings = ['', '', '', 'package', 'manifest', 'application', packageName, label, versionName]
  const text = (name: number, value: number) => attribute(name, value, TEXT_VALUE, value)
  const body = Buffer.concat([
    stringPool(strings),
    chunk(0x0180, 8, words(...RESOURCE_IDS)),
    element(4, [
      text(ATTRIBUTE.package, 6),
      attribute(ATTRIBUTE.versionCode, NONE, NUMBER_VALUE, versionCode),
      text(ATTRIBUTE.versionName, 8),
    ]),
    element(5, [text(ATTRIBUTE.label, 7)]),
  ])
  return chunk(0x0003, 8, body)
}

/** Type, length of the header, length of everything. */
function chunk(type: number, headerBytes: number, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(headerBytes, 2)
  head.writeUInt32LE(8 + content.length, 4)
  return Buffer.concat([head, content])
}

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

function stringPool(strings: readonly string[]): Buffer {
  const offsets: number[] = []
  let content = Buffer.alloc(0)
  for (const string of strings) {
    offsets.push(content.length)
    const bytes = Buffer.from(string)
    content = Buffer.concat([content, Buffer.from([string.length, bytes.length]), bytes, Buffer.from([0])])
  }
  const padding = Buffer.alloc((4 - (content.length % 4)) % 4)
  const start = 28 + offsets.length * 4
  const head = words(strings.length, 0, 0x100, start, 0)
  return chunk(0x0001, 28, Buffer.concat([head, words(...offsets), content, padding]))
}

function attribute(name: number, raw: number, type: number, value: number): Buffer {
  const typed = Buffer.alloc(8)
  typed.writeUInt16LE(8, 0)
  typed[3] = type
  typed.writeUInt32LE(value, 4)
  return Buffer.concat([words(NONE, name, raw), typed])
}

function element(name: number, attributes: readonly Buffer[]): Buffer {
  const shape = Buffer.alloc(12)
  shape.writeUInt16LE(20, 0)
  shape.writeUInt16LE(20, 2)
  shape.writeUInt16LE(attributes.length, 4)
  return chunk(0x0102, 16, Buffer.concat([words(1, NONE), words(NONE, name), shape, ...attributes]))
}
