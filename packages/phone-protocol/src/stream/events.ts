import type { QualityName } from './quality.ts'

export type EndReason = 'revoked' | 'expired' | 'idle' | 'replaced' | 'phone' | 'shutdown' | 'protocol' | 'tooMany'

/** Events of the gateway. Times are epoch milliseconds. */
export type StreamEvent =
  | HelloEvent
  | { type: 'resume'; ticket: string }
  | { type: 'control'; hasControl: boolean; isTaken: boolean }
  /** The grant became view-only while the screen was open. */
  | { type: 'mode'; mode: 'view' }
  | { type: 'quality'; name: QualityName }
  | { type: 'phone'; state: 'online' | 'connecting' | 'offline' }
  | { type: 'idle'; secondsLeft: number }
  | { type: 'upload'; id: string; progress: number; state: UploadState }
  | { type: 'notice'; text: string }
  /** Answer to the request of the same name. */
  | { type: 'apps'; apps: readonly StartableApp[] }
  | { type: 'ended'; reason: EndReason }

export interface HelloEvent {
  type: 'hello'
  sessionId: string
  /** Missing for a viewer who may only look. */
  uploadKey: string | null
  resumeTicket: string
  mode: 'view' | 'control'
  hasControl: boolean
  /** `isMetered`: `expiresAt` is the end of the paid hour, and another follows while there are beans. */
  device: {
    id: number
    name: string
    expiresAt: number | null
    isMetered: boolean
    /** Released at its end, and not renewed. */
    isTrial?: boolean
    serverTime: number
  }
  qualities: readonly QualityName[]
  quality: QualityName
}

/** `progress` goes from 0 to 1 while `receiving`, and again while `installing`. */
export type UploadState = 'receiving' | 'installing' | 'done' | 'failed'

export interface StartableApp {
  packageName: string
  name: string
}

/** Requests of a viewer other than input. */
export type StreamRequest =
  | { type: 'quality'; name: QualityName }
  | { type: 'takeControl' }
  | { type: 'releaseControl' }
  | { type: 'rotate' }
  | { type: 'keyFrame' }
  | { type: 'stillHere' }
  | { type: 'copy' }
  /** Without pictures the controls stay; the stream begins anew when they are wanted again. */
  | { type: 'pictures'; isOn: boolean }
  | { type: 'apps' }
  | { type: 'startApp'; packageName: string }

export const EVENT_TYPES: ReadonlySet<string> = new Set<StreamEvent['type']>([
  'hello',
  'resume',
  'control',
  'mode',
  'quality',
  'phone',
  'idle',
  'upload',
  'notice',
  'apps',
  'ended',
])
