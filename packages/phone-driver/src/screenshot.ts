import { PhoneError } from './errors.ts'
import type { Link } from './link/link.ts'
import { runBinary } from './shell.ts'
import type { RawImage } from './types.ts'

const TIMEOUT_MS = 10_000
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGBA_8888 = 1
const BYTES_PER_PIXEL = 4
/** Width, height and format; since Android 9 also the colour space. */
const HEADER_SIZES = [16, 12]

export async function screenshotPng(link: Link): Promise<Uint8Array> {
  const png = await capture(link, ['screencap', '-p'])
  if (!PNG_SIGNATURE.equals(png.subarray(0, PNG_SIGNATURE.length))) throw failure('what came is no PNG')
  return png
}

export async function screenshotRaw(link: Link): Promise<RawImage> {
  return parseRawImage(await capture(link, ['screencap']))
}

export function parseRawImage(bytes: Uint8Array): RawImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) throw failure('what came is no picture')
  const width = view.getUint32(0, true)
  const height = view.getUint32(4, true)
  const pixelBytes = width * height * BYTES_PER_PIXEL
  const headerBytes = HEADER_SIZES.find((size) => size + pixelBytes === bytes.length)
  if (headerBytes === undefined || view.getUint32(8, true) !== RGBA_8888) throw failure('its pixels are not RGBA')
  return { width, height, rgba: bytes.subarray(headerBytes) }
}

async function capture(link: Link, argv: readonly string[]): Promise<Uint8Array> {
  const { exitCode, stdout, stderr } = await runBinary(link, argv, TIMEOUT_MS)
  if (exitCode !== 0) throw failure(stderr.trim().slice(0, 200) || `exit code ${exitCode}`)
  return stdout
}

const failure = (why: string) => new PhoneError('commandFailed', `the screen could not be captured: ${why}`)
