import { ProtocolError } from '../protocol-error.ts'

export const SCRCPY_VERSION = '3.3.3'

/** The options of scrcpy's server 3.3.3 that matter to this product, under their own names on the wire. */
export interface ServerOptions {
  /** Identifier of the session, part of the sockets' name; -1 for none. */
  scid: number
  video: boolean
  audio: boolean
  control: boolean
  video_codec: string
  /** `key=value,…` for Android's encoder. */
  video_codec_options: string
  /** Tries smaller pictures when the encoder fails before its first frame. */
  downsize_on_error: boolean
  /** Longest side of the picture; 0 for the screen's own. */
  max_size: number
  video_bit_rate: number
  /** 0 for no limit. */
  max_fps: number
  tunnel_forward: boolean
  clipboard_autosync: boolean
  power_on: boolean
  power_off_on_close: boolean
  cleanup: boolean
  list_encoders: boolean
  list_displays: boolean
  list_apps: boolean
  send_device_meta: boolean
  send_frame_meta: boolean
  send_dummy_byte: boolean
  send_codec_meta: boolean
  raw_stream: boolean
}

export const DEFAULT_SERVER_OPTIONS: Readonly<ServerOptions> = {
  scid: -1,
  video: true,
  audio: true,
  control: true,
  video_codec: 'h264',
  video_codec_options: '',
  downsize_on_error: true,
  max_size: 0,
  video_bit_rate: 8_000_000,
  max_fps: 0,
  tunnel_forward: false,
  clipboard_autosync: true,
  power_on: true,
  power_off_on_close: false,
  cleanup: true,
  list_encoders: false,
  list_displays: false,
  list_apps: false,
  send_device_meta: true,
  send_frame_meta: true,
  send_dummy_byte: true,
  send_codec_meta: true,
  raw_stream: false,
}

export interface ServerArguments {
  version: string
  options: ServerOptions
  /** Keys this table does not know; the server only warns of them. */
  unknownKeys: string[]
}

const SCID_RADIX = 16

/** Reads the words behind the server's class name. */
export function parseServerArguments(words: readonly string[]): ServerArguments {
  const [version, ...pairs] = words
  if (version === undefined) throw new ProtocolError('Missing client version')
  const options: Record<string, unknown> = { ...DEFAULT_SERVER_OPTIONS }
  const unknownKeys: string[] = []
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 0) throw new ProtocolError(`Invalid key=value pair: "${pair}"`)
    const key = pair.slice(0, at)
    if (isKnown(key)) options[key] = parseValue(key, pair.slice(at + 1))
    else unknownKeys.push(key)
  }
  return { version, options: withoutMeta(options as unknown as ServerOptions), unknownKeys }
}

/** Only what differs from the defaults, as scrcpy's own client does. */
export function printServerArguments(options: Partial<ServerOptions>): string[] {
  const pairs = Object.entries(options).flatMap(([key, value]) => {
    if (!isKnown(key) || value === undefined || value === DEFAULT_SERVER_OPTIONS[key]) return []
    return [`${key}=${key === 'scid' ? value.toString(SCID_RADIX).padStart(8, '0') : value}`]
  })
  return [SCRCPY_VERSION, ...pairs]
}

export const socketName = (scid: number): string =>
  scid < 0 ? 'scrcpy' : `scrcpy_${scid.toString(SCID_RADIX).padStart(8, '0')}`

const isKnown = (key: string): key is keyof ServerOptions => Object.hasOwn(DEFAULT_SERVER_OPTIONS, key)

function parseValue(key: keyof ServerOptions, value: string): string | number | boolean {
  switch (typeof DEFAULT_SERVER_OPTIONS[key]) {
    case 'boolean':
      return value.toLowerCase() === 'true' // as Java's Boolean.parseBoolean, which takes everything else for false
    case 'number': {
      const number = key === 'scid' ? Number.parseInt(value, SCID_RADIX) : Number(value)
      if (!Number.isFinite(number) || value === '') throw new ProtocolError(`For input string: "${value}"`)
      return number
    }
    default:
      return value
  }
}

function withoutMeta(options: ServerOptions): ServerOptions {
  if (!options.raw_stream) return options
  const off = { send_device_meta: false, send_frame_meta: false, send_dummy_byte: false, send_codec_meta: false }
  return { ...options, ...off }
}
