import type { StreamEvent, StreamRequest } from '@yunji/phone-protocol/stream/events'
import { encodeFromViewer, type FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { decodeToViewer, type ToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import { createHeartbeat } from './connection/heartbeat.ts'
import { createReconnectingSocket } from './connection/reconnecting-socket.ts'
import { type OpenSocket, openWebSocket, type StreamEndpoint } from './connection/web-socket.ts'
import { chooseDecoder } from './decoder/choose.ts'
import type { CreateDecoder, Decoder } from './decoder/decoder.ts'
import { attachInput } from './input/attach-input.ts'
import { createSurface } from './picture/surface.ts'
import { applyStreamEvent, canControl, initialState, type PlayerState, type StreamEnd } from './player-state.ts'
import { createStatistics, type Statistics } from './statistics.ts'

export interface PlayerOptions {
  readonly canvas: HTMLCanvasElement
  /** The endpoint to begin with; else one is asked for. */
  readonly endpoint?: StreamEndpoint
  /** A new endpoint; absent without a login, where only the stream's own tickets lead back. */
  readonly renewEndpoint?: () => Promise<StreamEndpoint>
  readonly onState: (state: PlayerState) => void
  readonly onStatistics: (statistics: Statistics) => void
  /** The phone's clipboard has changed, or was asked for. */
  readonly onClipboard: (text: string) => void
  /** A sentence for the user. */
  readonly onNotice: (text: string) => void
  readonly createDecoder?: CreateDecoder
  readonly openSocket?: OpenSocket
}

/** Beats of the heartbeat that a stream may come without a picture of it. */
const BEATS_WITHOUT_PICTURE = 4
/** A picture that nobody sees for so long need not be sent. */
const REST_AFTER_MS = 60_000

/** What only a viewer who may control can send. */
const isControl = ({ kind }: FromViewer) => kind !== 'ping' && kind !== 'request'

/** Bytes that are no message of ours, such as an event of a newer gateway, are passed over. */
const read = (bytes: Uint8Array): ToViewer | undefined => {
  try {
    return decodeToViewer(bytes)
  } catch {
    return undefined
  }
}

/** Shows one phone on a canvas, and lets hands on the canvas use it. */
export const createPlayer = (options: PlayerOptions) => {
  const { canvas, openSocket = openWebSocket, createDecoder = chooseDecoder() } = options
  let state = initialState
  let decoder: Decoder | undefined
  /** A stream has begun (again), and nothing of it has been seen yet. */
  let isPictureDue = false
  let beatsWithoutPicture = 0
  let isRotated = false
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let isResting = false

  const change = (next: PlayerState) => {
    if (next === state) return
    const couldControl = canControl(state)
    // While it may still be said: what is down comes up before the control is gone.
    if (couldControl && !canControl(next)) input.releaseAll()
    state = next
    options.onState(state)
  }

  const statistics = createStatistics(() => performance.now())
  const surface = createSurface(canvas, ({ width, height }) => {
    isPictureDue = false
    const { picture, isTapNeeded } = state
    const isChanged = picture?.width !== width || picture.height !== height
    if (isChanged || isTapNeeded) change({ ...state, picture: { width, height }, isTapNeeded: false })
  })

  const send = (message: FromViewer) => {
    if (!isControl(message) || canControl(state)) connection.send(encodeFromViewer(message))
  }
  const request = (wanted: StreamRequest) => send({ kind: 'request', request: wanted })

  const end = (reason: StreamEnd) => {
    connection.close()
    heartbeat.stop()
    change({ ...state, phase: 'ended', hasControl: false, idleEndsAtMs: null, end: reason })
  }

  const receiveEvent = (event: StreamEvent) => {
    if (event.type === 'hello') {
      connection.setResumeTicket(event.resumeTicket)
      heartbeat.start()
    }
    if (event.type === 'resume') connection.setResumeTicket(event.ticket)
    if (event.type === 'notice') options.onNotice(event.text)
    // The gateway goes, the phone does not: another one, or the same one again, is a moment away.
    if (event.type === 'ended' && event.reason === 'shutdown') return connection.reconnect()
    if (event.type === 'ended') return end({ reason: event.reason })
    change(applyStreamEvent(state, event, Date.now()))
  }

  const receive = (bytes: Uint8Array) => {
    heartbeat.noteReceived()
    const message = read(bytes)
    switch (message?.kind) {
      case 'config':
        decoder ??= createDecoder(surface, {
          onGap: () => request({ type: 'keyFrame' }),
          onFailure: () => end({ reason: 'undecodable' }),
        })
        // A key frame that was asked for comes with a configuration of its own.
        if (!isPictureDue) beatsWithoutPicture = 0
        isPictureDue = true
        return decoder.configure(message)
      case 'frame':
        statistics.frame(bytes.length)
        return decoder?.decode(message)
      case 'clipboard':
        return options.onClipboard(message.text)
      case 'pong':
        return statistics.pong(message.id)
      case 'event':
        return receiveEvent(message.event)
      case undefined:
        return undefined
    }
  }

  const connection = createReconnectingSocket({
    endpoint: options.endpoint,
    renewEndpoint: options.renewEndpoint,
    openSocket,
    random: Math.random,
    onMessage: receive,
    onLost: () => {
      heartbeat.stop()
      statistics.resetRoundTrips()
      change({ ...state, phase: 'reconnecting', hasControl: false, idleEndsAtMs: null })
    },
    onRefused: (text) => end({ reason: 'refused', text }),
    onGivenUp: () => end({ reason: 'lost' }),
  })

  /** Frames come and nothing is drawn: some browsers decode nothing before the page has been touched. */
  const remindOfPicture = () => {
    beatsWithoutPicture += 1
    if (beatsWithoutPicture === BEATS_WITHOUT_PICTURE && !state.picture) change({ ...state, isTapNeeded: true })
    request({ type: 'keyFrame' })
  }

  const heartbeat = createHeartbeat({
    ping: () => connection.send(encodeFromViewer({ kind: 'ping', id: statistics.ping() })),
    onBeat: () => {
      if (isPictureDue) remindOfPicture()
      options.onStatistics(statistics.read())
    },
    onSilence: connection.reconnect,
  })

  const input = attachInput({
    canvas,
    hasPicture: () => state.picture !== null,
    isRotated: () => isRotated,
    bufferedBytes: connection.bufferedBytes,
    send: (message) => {
      if (state.idleEndsAtMs !== null) stillHere()
      send(message)
    },
  })

  const rest = () => {
    if (state.phase === 'ended') return
    isResting = true
    connection.close()
    heartbeat.stop()
    statistics.resetRoundTrips()
    change({ ...state, phase: 'reconnecting', hasControl: false, idleEndsAtMs: null })
  }

  const stillHere = () => {
    request({ type: 'stillHere' })
    change({ ...state, idleEndsAtMs: null })
  }

  connection.open()

  return {
    getState: (): PlayerState => state,
    request,
    stillHere,
    text: (text: string) => send({ kind: 'text', text }),
    /** Puts text into the phone's clipboard, and where the cursor is. */
    paste: (text: string) => send({ kind: 'clipboard', text, isPaste: true }),
    setClipboard: (text: string) => send({ kind: 'clipboard', text, isPaste: false }),
    press(keyCode: number): void {
      for (const action of ['down', 'up'] as const) send({ kind: 'key', action, keyCode, metaState: 0, repeat: 0 })
    },
    snapshot: surface.snapshot,
    /** The page shows the canvas turned by a quarter to the right, or upright again. */
    setRotated(isRotatedNow: boolean): void {
      if (isRotated !== isRotatedNow) input.releaseAll()
      isRotated = isRotatedNow
    },
    /** By a tap, when one is needed: a new decoder may do what the old one was not allowed to. */
    start(): void {
      change({ ...state, isTapNeeded: false })
      decoder?.close()
      decoder = undefined
      isPictureDue = false
      connection.reconnect()
    },
    /** After an end that need not be one. */
    retry(): void {
      change({ ...state, phase: state.picture ? 'reconnecting' : 'connecting', end: null })
      connection.open()
    },
    /** The page is looked at (again): a picture that was lost meanwhile comes now, not at the next try. */
    show(): void {
      clearTimeout(restTimer)
      if (isResting) connection.open()
      else if (state.phase !== 'ended') connection.retryNow()
      isResting = false
    },
    /** The page is not looked at: what is held down is let go, and after a while the stream rests. */
    hide(): void {
      input.releaseAll()
      clearTimeout(restTimer)
      restTimer = setTimeout(rest, REST_AFTER_MS)
    },
    close(): void {
      clearTimeout(restTimer)
      input.releaseAll()
      input.stop()
      heartbeat.stop()
      connection.close()
      decoder?.close()
      surface.close()
    },
  }
}

export type Player = ReturnType<typeof createPlayer>
