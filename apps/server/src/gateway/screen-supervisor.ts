import type { PhoneState, ScreenConfig, ScreenFrame, ScreenSession } from '@yunji/phone-driver/types'
import type { ControlMessage } from '@yunji/phone-protocol/scrcpy/control'
import { QUALITIES, type QualityName } from '@yunji/phone-protocol/stream/quality'
import type { Logger } from 'pino'
import type { PhoneConnection } from '../platform/phone-connection.ts'
import { SupplierError } from '../platform/supplier.ts'

export interface ScreenListener {
  onConfig(config: ScreenConfig): void
  onFrame(frame: ScreenFrame): void
  onClipboard(text: string): void
  onPhone(state: PhoneState): void
  onQuality(name: QualityName): void
  /** Called when the phone can show no picture, now or later. */
  onUnable(): void
}

const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 5000
/** Consecutive failures after which the phone counts as offline. */
const TRIES_BEFORE_OFFLINE = 4
/** A key frame restarts the encoder of a real phone: requests are merged to one per interval. */
const KEY_FRAME_EVERY_MS = 500

/** Keeps one encoder of a phone running in the requested quality, across connection losses. */
export const superviseScreen = (
  connection: PhoneConnection,
  first: QualityName,
  listener: ScreenListener,
  log: Logger,
) => {
  let session: ScreenSession | undefined
  let quality = first
  let isOpening = false
  let isClosed = false
  let isUnable = false
  let tries = 0
  let retry: NodeJS.Timeout | undefined
  let keyFrame: NodeJS.Timeout | undefined
  let keyFrameDueMs = 0
  let lastKeyFrameMs = Number.NEGATIVE_INFINITY
  let reported: PhoneState = 'connecting'

  const reportState = (state: PhoneState): void => {
    if (state === reported) return
    reported = state
    listener.onPhone(state)
  }

  const open = async (): Promise<void> => {
    if (isClosed || isOpening || session) return
    clearTimeout(retry)
    isOpening = true
    const requested = quality
    try {
      const opened = await connection.openScreen(QUALITIES[requested])
      isOpening = false
      if (isClosed || requested !== quality) {
        void opened.close()
        void open()
      } else adopt(opened, requested)
    } catch (error) {
      isOpening = false
      onFailure(error)
    }
  }

  const adopt = (opened: ScreenSession, name: QualityName): void => {
    session = opened
    let hasShown = false
    reportState('online')
    listener.onQuality(name)
    // Must come first: a session replays its buffered frames to a new listener.
    listener.onConfig(opened.config)
    opened.onConfig((config) => listener.onConfig(config))
    opened.onFrame((frame) => {
      if (frame.isKey) endKeyFrameRequest()
      hasShown = true
      tries = 0
      listener.onFrame(frame)
    })
    opened.onClipboard((text) => listener.onClipboard(text))
    opened.onEnd((reason) => {
      if (session !== opened) return
      session = undefined
      if (isClosed) return
      if (reason) log.info({ err: reason }, 'screen session ended')
      if (hasShown) {
        reportState('connecting')
        void open()
      } else scheduleRetry()
    })
  }

  /** A key frame that the encoder sends by itself serves whoever waits for one. */
  const endKeyFrameRequest = (): void => {
    clearTimeout(keyFrame)
    keyFrame = undefined
    lastKeyFrameMs = performance.now()
  }

  const onFailure = (error: unknown): void => {
    if (isClosed) return
    log.info({ err: error }, 'screen session open failed')
    if (error instanceof SupplierError && (error.kind === 'noEncoder' || error.kind === 'unsupported')) {
      isUnable = true
      listener.onUnable()
      return
    }
    scheduleRetry()
  }

  const scheduleRetry = (): void => {
    tries += 1
    reportState(tries < TRIES_BEFORE_OFFLINE ? 'connecting' : 'offline')
    retry = setTimeout(() => void open(), Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1))).unref()
  }

  const stopListening = connection.onState((state) => {
    if (state === 'online') {
      tries = 0
      void open()
    }
  })
  void open()

  return {
    get config(): ScreenConfig | undefined {
      return session?.config
    },
    /** Permanent: the phone can show no picture. */
    get isUnable(): boolean {
      return isUnable
    },
    get state(): PhoneState {
      return reported
    },
    get quality(): QualityName {
      return quality
    },

    control: (message: ControlMessage): void => session?.control(message),

    /** By a session of its own: one that reports changes of the clipboard does not answer requests for it. */
    readClipboard: (): Promise<string> => connection.readClipboard(),

    /** Not before `waitMs` have passed. The earliest of several requests serves all. */
    requestKeyFrame(waitMs = 0): void {
      if (!session) return
      const nowMs = performance.now()
      const dueMs = Math.max(nowMs + waitMs, lastKeyFrameMs + KEY_FRAME_EVERY_MS)
      if (keyFrame && keyFrameDueMs <= dueMs) return
      clearTimeout(keyFrame)
      keyFrameDueMs = dueMs
      const sendRequest = (): void => {
        endKeyFrameRequest()
        session?.requestKeyFrame()
      }
      if (dueMs <= nowMs) sendRequest()
      else keyFrame = setTimeout(sendRequest, dueMs - nowMs).unref()
    },

    /** Another quality needs another encoder: the old one ends, the new one begins with a key frame. */
    setQuality(name: QualityName): void {
      if (name === quality) return
      quality = name
      const old = session
      session = undefined
      void old?.close()
      void open()
    },

    close(): void {
      isClosed = true
      clearTimeout(retry)
      clearTimeout(keyFrame)
      stopListening()
      void session?.close()
      session = undefined
      connection.close()
    },
  }
}

export type SupervisedScreen = ReturnType<typeof superviseScreen>
