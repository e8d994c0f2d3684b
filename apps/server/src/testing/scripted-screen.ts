import type { PhoneError } from '@yunji/phone-driver/errors'
import type { ScreenConfig, ScreenFrame, ScreenOptions, ScreenSession } from '@yunji/phone-driver/types'
import type { ControlMessage } from '@yunji/phone-protocol/scrcpy/control'

const createEmitter = <Value>() => {
  const listeners = new Set<(value: Value) => void>()
  return {
    on: (listener: (value: Value) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (value: Value): void => {
      for (const listener of listeners) listener(value)
    },
  }
}

/** A phone's screen scripted by the test. */
export const createScriptedScreen = (options: ScreenOptions, bufferedFrame?: Uint8Array) => {
  const configs = createEmitter<ScreenConfig>()
  const frames = createEmitter<ScreenFrame>()
  const clipboards = createEmitter<string>()
  const ends = createEmitter<PhoneError | null>()
  let config: ScreenConfig = { width: 720, height: 1280, data: Uint8Array.of(0, 0, 0, 1, 0x67) }
  let isOpen = true
  let keyFramesRequested = 0
  const received: ControlMessage[] = []

  const end = (reason: PhoneError | null): void => {
    if (!isOpen) return
    isOpen = false
    ends.emit(reason)
  }
  const session: ScreenSession = {
    get size() {
      return { width: config.width, height: config.height }
    },
    get config() {
      return config
    },
    onConfig: configs.on,
    onFrame: (listener) => {
      if (bufferedFrame) listener({ isKey: true, ptsUs: 0, data: bufferedFrame })
      return frames.on(listener)
    },
    onClipboard: clipboards.on,
    onEnd: ends.on,
    control: (message) => void received.push(message),
    requestKeyFrame: () => {
      keyFramesRequested += 1
    },
    close: async () => end(null),
  }
  return {
    session,
    options,
    received,
    get isOpen() {
      return isOpen
    },
    get keyFramesRequested() {
      return keyFramesRequested
    },
    show: (isKey: boolean, data: Uint8Array, ptsUs = 0): void => frames.emit({ isKey, ptsUs, data }),
    resize: (width: number, height: number): void => {
      config = { ...config, width, height }
      configs.emit(config)
    },
    copy: clipboards.emit,
    end,
  }
}

export type ScriptedScreen = ReturnType<typeof createScriptedScreen>
