import * as z from 'zod/mini'
import { count, epochMillis, positiveId } from '../wire/fields.ts'

/** Places of an attached phone in stock; the operator moves it from one to the other. */
export const stockStates = ['attached', 'inStock', 'draining'] as const
export type StockState = (typeof stockStates)[number]

/** State of an attached phone as a list shows it: the first that holds. */
export const phoneStates = [
  'unreachable',
  'quarantined',
  'unerased',
  'draining',
  'rented',
  'erasing',
  'inStock',
  'attached',
] as const
export type PhoneState = (typeof phoneStates)[number]

/** Findings of a probe that keep a phone out of stock. */
export const probeProblems = ['unreachable', 'unauthorised', 'notBooted', 'oldAndroid', 'noEncoder'] as const
export type ProbeProblem = (typeof probeProblems)[number]

export const probeProblemTexts: Readonly<Record<ProbeProblem, string>> = {
  unreachable: '连接不上：这个地址没有应答 ADB',
  unauthorised: '手机不认识本平台的 ADB 密钥，请先在手机上授权',
  notBooted: '手机还没有启动完成',
  oldAndroid: '系统太旧，需要 Android 8 或以上',
  noEncoder: '没有 H.264 编码器，看不到画面',
}

/** Oldest API level that the product drives. */
export const OLDEST_SDK = 26

/** Facts that a phone tells over ADB; absent ones could not be read. */
export const probeFacts = z.object({
  problem: z.nullable(z.enum(probeProblems)),
  probedAt: epochMillis,
  roundTripMs: z.nullable(count),
  androidVersion: z.string(),
  model: z.string(),
  /** 1080 × 1920; empty when unknown. */
  screen: z.string(),
  storageBytes: z.nullable(count),
  freeBytes: z.nullable(count),
  /** Null when scrcpy's server could not list them. */
  hasEncoder: z.nullable(z.boolean()),
})
export type ProbeFacts = z.output<typeof probeFacts>

export const phoneRecord = z.object({
  attachedPhoneId: positiveId,
  /** `host:port` */
  address: z.string(),
  note: z.string(),
  state: z.enum(phoneStates),
  stockState: z.enum(stockStates),
  zoneId: z.nullable(positiveId),
  zoneName: z.string(),
  configId: z.nullable(positiveId),
  /** Good and size that it is sold as; empty outside of stock. */
  configName: z.string(),
  /** Null before the first probe. */
  probe: z.nullable(probeFacts),
  unreachableSince: z.nullable(epochMillis),
  attachedAt: epochMillis,
  /** Device that runs on it; null when free. */
  deviceId: z.nullable(positiveId),
  /** Owner of that device; null without the right to users. */
  renter: z.nullable(z.object({ userId: positiveId, maskedPhone: z.string() })),
})
export type PhoneRecord = z.output<typeof phoneRecord>

/** `host:port` or `[IPv6]:port` */
export const PHONE_ADDRESS = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[0-9A-Za-z](?:[0-9A-Za-z.-]{0,251}[0-9A-Za-z])?):\d{1,5}$/

export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** Lower case and without brackets; null for anything that is no address. */
export const parseHostAndPort = (text: string): HostAndPort | null => {
  if (!PHONE_ADDRESS.test(text)) return null
  const at = text.lastIndexOf(':')
  const port = Number(text.slice(at + 1))
  const host = text.slice(0, at).replaceAll(/[[\]]/g, '').toLowerCase()
  return port >= 1 && port <= 65_535 ? { host, port } : null
}

export const formatHostAndPort = ({ host, port }: HostAndPort): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
