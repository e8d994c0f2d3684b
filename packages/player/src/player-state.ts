import type { EndReason, StreamEvent, UploadState } from '@yunji/phone-protocol/stream/events'
import type { QualityName } from '@yunji/phone-protocol/stream/quality'
import type { Size } from './picture/layout.ts'

/** Qualities that the page offers, so that it need not know the stream protocol. */
export { QUALITIES, type QualityName } from '@yunji/phone-protocol/stream/quality'

export interface WatchedDevice {
  readonly id: number
  readonly name: string
  /** In the page's clock; null without an end. */
  readonly endsAtMs: number | null
  /** Paid for by the hour: `endsAtMs` is the end of the paid one. */
  readonly isMetered: boolean
  readonly isTrial?: boolean
}

export interface Upload {
  readonly id: string
  readonly progress: number
  readonly state: UploadState
}

export type StreamEnd =
  | { readonly reason: EndReason | 'lost' | 'undecodable' }
  | { readonly reason: 'refused'; readonly text: string }

export interface PlayerState {
  readonly phase: 'connecting' | 'live' | 'reconnecting' | 'ended'
  /** Size of the picture on screen; kept while reconnecting. */
  readonly picture: Size | null
  /** Frames arrive but none is drawn: some browsers need a user gesture first. */
  readonly isTapNeeded: boolean
  readonly mode: 'view' | 'control'
  readonly hasControl: boolean
  /** Another viewer holds the control lease. */
  readonly isControlTaken: boolean
  readonly device: WatchedDevice | null
  readonly uploadKey: string | null
  readonly qualities: readonly QualityName[]
  readonly quality: QualityName | null
  readonly phone: 'online' | 'connecting' | 'offline'
  /** End of the stream by inactivity; null while the user is active. */
  readonly idleEndsAtMs: number | null
  readonly uploads: readonly Upload[]
  readonly end: StreamEnd | null
}

export const initialState: PlayerState = {
  phase: 'connecting',
  picture: null,
  isTapNeeded: false,
  mode: 'view',
  hasControl: false,
  isControlTaken: false,
  device: null,
  uploadKey: null,
  qualities: [],
  quality: null,
  phone: 'online',
  idleEndsAtMs: null,
  uploads: [],
  end: null,
}

/** Input is sent only in this case. */
export const canControl = ({ phase, mode, hasControl, phone }: PlayerState): boolean =>
  phase === 'live' && mode === 'control' && hasControl && phone === 'online'

const withUpload = (uploads: readonly Upload[], upload: Upload): readonly Upload[] =>
  uploads.some(({ id }) => id === upload.id)
    ? uploads.map((one) => (one.id === upload.id ? upload : one))
    : [...uploads, upload]

export const applyStreamEvent = (state: PlayerState, event: StreamEvent, nowMs: number): PlayerState => {
  switch (event.type) {
    case 'hello': {
      const { mode, hasControl, uploadKey, qualities, quality, device } = event
      const { id, name, expiresAt, isMetered, isTrial, serverTime } = device
      // Remaining time is taken from the server, since the page's clock may be wrong.
      const endsAtMs = expiresAt === null ? null : nowMs + expiresAt - serverTime
      return {
        ...state,
        phase: 'live',
        mode,
        hasControl,
        isControlTaken: mode === 'control' && !hasControl,
        uploadKey,
        qualities,
        quality,
        device: { id, name, endsAtMs, isMetered, ...(isTrial && { isTrial }) },
        phone: 'online',
        idleEndsAtMs: null,
        end: null,
      }
    }
    case 'control':
      return {
        ...state,
        hasControl: event.hasControl,
        isControlTaken: state.mode === 'control' && event.isTaken,
      }
    case 'mode':
      return { ...state, mode: event.mode, hasControl: false, isControlTaken: false, uploadKey: null }
    case 'quality':
      return { ...state, quality: event.name }
    case 'phone':
      return { ...state, phone: event.state }
    case 'idle':
      return { ...state, idleEndsAtMs: nowMs + event.secondsLeft * 1000 }
    case 'upload': {
      const { id, progress, state: uploadState } = event
      return { ...state, uploads: withUpload(state.uploads, { id, progress, state: uploadState }) }
    }
    case 'ended':
      return { ...state, phase: 'ended', hasControl: false, idleEndsAtMs: null, end: { reason: event.reason } }
    case 'resume':
    case 'apps':
    case 'notice':
      return state
  }
}
