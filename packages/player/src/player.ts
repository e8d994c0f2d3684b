import type { StartableApp, StreamEvent, StreamRequest } from '@yunji/phone-protocol/stream/events'
import { encodeFromViewer, type FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import type { QualityName } from '@yunji/phone-protocol/stream/quality'
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
import { isMirrored, type MirroredInput } from './sync-group.ts'

export interface PlayerOptions {
  readonly canvas: HTMLCanvasElement
  /** Text field over the canvas that takes the keyboard, so that input methods work; without it the canvas does. */
  readonly typing?: HTMLTextAreaElement
  /** Endpoint of the first attempt; requested by `renewEndpoint` when absent. */
  readonly endpoint?: StreamEndpoint
  /** Absent without a login: then only resume tickets can reopen the stream. */
  readonly renewEndpoint?: () => Promise<StreamEndpoint>
  readonly onState: (state: PlayerState) => void
  readonly onStatistics: (statistics: Statistics) => void
  /** The phone's clipboard has changed, or was asked for. */
  readonly onClipboard: (text: string) => void
  /** Text for the user. */
  readonly onNotice: (text: string) => void
  /** Input that was sent to the phone, for others that follow it. */
  readonly onInput?: (input: MirroredInput) => void
  /** Apps of the phone, after a request for them. */
  readonly onApps?: (apps: readonly StartableApp[]) => void
  readonly createDecoder?: CreateDecoder
  readonly openSocket?: OpenSocket
}

/** Heartbeats without a drawn picture until the user is asked to tap. */
const BEATS_WITHOUT_PICTURE = 4
/** A hidden page closes the stream after this. */
const REST_AFTER_MS = 60_000

/** Messages that need the control lease. */
const isControl = ({ kind }: FromViewer) => kind !== 'ping' && kind !== 'request'

/** Undefined for unknown messages, such as events of a newer gateway. */
const read = (bytes: Uint8Array): ToViewer | undefined => {
  try {
    return decodeToViewer(bytes)
  } catch {
    return undefined
  }
}

/** Shows one phone on a canvas and sends the canvas's input to it. */
export const createPlayer = (options: PlayerOptions) => {
  const { canvas, openSocket = openWebSocket, createDecoder = chooseDecoder() } = options
  let state = initialState
  let decoder: Decoder | undefined
  /** A stream has been configured and none of its frames drawn yet. */
  let isPictureDue = false
  let beatsWithoutPicture = 0
  let isRotated = false
  /** Chosen by the page; the stream keeps its own when undefined. */
  let wantedQuality: QualityName | undefined
  /** Requested and not confirmed yet. */
  let requestedQuality: QualityName | undefined
  let isPaused = false
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let isResting = false

  const change = (next: PlayerState) => {
    if (next === state) return
    const couldControl = canControl(state)
    // Before the state changes: releases must be sent while input is still allowed.
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

  const transmit = (message: FromViewer) => {
    if (!isControl(message) || canControl(state)) connection.send(encodeFromViewer(message))
  }
  const send = (message: FromViewer) => {
    transmit(message)
    if (isMirrored(message) && canControl(state)) options.onInput?.(message)
  }
  const request = (wanted: StreamRequest) => send({ kind: 'request', request: wanted })

  const closeDecoder = () => {
    decoder?.close()
    decoder = undefined
    isPictureDue = false
  }

  const requestQuality = (name: QualityName) => {
    requestedQuality = name
    request({ type: 'quality', name })
  }

  /** A connection that has come back knows nothing of what was asked on the old one. */
  const restoreChoices = (quality: QualityName) => {
    requestedQuality = undefined
    if (wantedQuality && wantedQuality !== quality) requestQuality(wantedQuality)
    if (isPaused) request({ type: 'pictures', isOn: false })
  }

  const end = (reason: StreamEnd) => {
    connection.close()
    heartbeat.stop()
    change({ ...state, phase: 'ended', hasControl: false, idleEndsAtMs: null, end: reason })
  }

  const receiveEvent = (event: StreamEvent) => {
    if (event.type === 'hello') {
      connection.setResumeTicket(event.resumeTicket)
      heartbeat.start()
      restoreChoices(event.quality)
    }
    if (event.type === 'quality' && event.name === requestedQuality) requestedQuality = undefined
    if (event.type === 'resume') connection.setResumeTicket(event.ticket)
    if (event.type === 'notice') options.onNotice(event.text)
    if (event.type === 'apps') options.onApps?.(event.apps)
    // Only the gateway shuts down: reconnect.
    if (event.type === 'ended' && event.reason === 'shutdown') return connection.reconnect()
    if (event.type === 'ended') return end({ reason: event.reason })
    change(applyStreamEvent(state, event, Date.now()))
  }

  const receive = (bytes: Uint8Array) => {
    heartbeat.noteReceived()
    const message = read(bytes)
    switch (message?.kind) {
      case 'config':
        if (isPaused) return undefined
        decoder ??= createDecoder(surface, {
          onGap: () => request({ type: 'keyFrame' }),
          onFailure: () => end({ reason: 'undecodable' }),
        })
        // A requested key frame is preceded by a configuration.
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

  /** Some browsers decode nothing before a user gesture. */
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
    typing: options.typing,
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
    /** Input of another player that this one follows; dropped while the phone cannot be controlled. */
    inject(mirrored: MirroredInput): void {
      if (!canControl(state)) return
      if (state.idleEndsAtMs !== null) stillHere()
      transmit(mirrored)
    },
    setQuality(quality: QualityName): void {
      wantedQuality = quality
      const isPresent = state.quality === quality && (requestedQuality ?? quality) === quality
      if (state.phase === 'live' && !isPresent) requestQuality(quality)
    },
    /** Without pictures the last one stays; the controls too. */
    setPaused(isPausedNow: boolean): void {
      if (isPaused === isPausedNow) return
      isPaused = isPausedNow
      if (isPaused) closeDecoder()
      if (state.phase === 'live') request({ type: 'pictures', isOn: !isPaused })
    },
    text: (text: string) => send({ kind: 'text', text }),
    /** Sets the phone's clipboard and pastes it at the cursor. */
    paste: (text: string) => send({ kind: 'clipboard', text, isPaste: true }),
    setClipboard: (text: string) => send({ kind: 'clipboard', text, isPaste: false }),
    press(keyCode: number): void {
      for (const action of ['down', 'up'] as const) send({ kind: 'key', action, keyCode, metaState: 0, repeat: 0 })
    },
    snapshot: surface.snapshot,
    /** Whether the page shows the canvas rotated by 90° clockwise. */
    setRotated(isRotatedNow: boolean): void {
      if (isRotated !== isRotatedNow) input.releaseAll()
      isRotated = isRotatedNow
    },
    /** Called on the tap when `isTapNeeded`: a new decoder is created inside the user gesture. */
    start(): void {
      change({ ...state, isTapNeeded: false })
      closeDecoder()
      connection.reconnect()
    },
    /** Reconnects after an end. */
    retry(): void {
      change({ ...state, phase: state.picture ? 'reconnecting' : 'connecting', end: null })
      connection.open()
    },
    /** The page became visible: reconnects without backoff. */
    show(): void {
      clearTimeout(restTimer)
      if (isResting) connection.open()
      else if (state.phase !== 'ended') connection.retryNow()
      isResting = false
    },
    /** The page was hidden: input is released, and the stream closed after a while. */
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
