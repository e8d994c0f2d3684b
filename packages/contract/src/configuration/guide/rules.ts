import type { TrialTerms } from './schema.ts'

const MINUTE_MS = 60_000

/** Length of a trial, from the moment its phone can be used. */
export const TRIAL_MINUTES = 30
export const TRIAL_MS = TRIAL_MINUTES * MINUTE_MS

/** Bounds of trials where the operator has set none. */
export const DEFAULT_TRIAL_TERMS: TrialTerms = { isOn: true, configId: null, maximumPercent: 10, keepFreePercent: 20 }

interface TrialStock {
  readonly capacity: number
  readonly reserved: number
  readonly rented: number
  /** Trials that run in the zone now, of this configuration. */
  readonly trials: number
}

type TrialBounds = Pick<TrialTerms, 'maximumPercent' | 'keepFreePercent'>

/** Phones of a zone that trials leave to buyers, at least one. */
export const keptFree = (capacity: number, { keepFreePercent }: Pick<TrialBounds, 'keepFreePercent'>): number =>
  Math.max(1, Math.ceil((capacity * keepFreePercent) / 100))

/**
 * Whether a zone may give one more trial: its trials are a bounded share of its capacity, and a part of the capacity stays
 * free for buyers.
 */
export const hasRoomForTrial = ({ capacity, reserved, rented, trials }: TrialStock, bounds: TrialBounds): boolean =>
  trials < Math.floor((capacity * bounds.maximumPercent) / 100) &&
  capacity - reserved - rented > keptFree(capacity, bounds)

export const trialRefusalTexts = {
  off: '试用暂未开放，敬请期待',
  used: '每人只能试用一次，你已经试用过了',
  soldOut: '试用的云手机暂时都在使用中，请稍后再来',
} as const
export type TrialRefusal = keyof typeof trialRefusalTexts
export const trialRefusals = Object.keys(trialRefusalTexts) as readonly TrialRefusal[]
