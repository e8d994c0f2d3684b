import {
  type ControlMessage,
  CopyKey,
  MAX_CONTROL_BYTES,
  MotionAction,
  type ScreenPosition,
  type ScrollControl,
  type TouchControl,
} from '@yunji/phone-protocol/scrcpy/control'
import type { DeviceMessage } from '@yunji/phone-protocol/scrcpy/device-message'
import type { Size } from '../screen/draw/box.ts'
import { KeyCode } from '../screen/input/keys.ts'
import type { KeyEvent, TouchEvent } from '../screen/types.ts'
import type { ServerLog } from './log.ts'
import { Pointers } from './pointers.ts'
import type { ScrcpyContext } from './types.ts'

export interface ControllerOptions {
  context: ScrcpyContext
  log: ServerLog
  isClipboardSynced: boolean
  /** Size of the video; null without video. */
  videoSize(): Size | null
  resetVideo(): void
  send(message: DeviceMessage): void
}

const TOUCH_ACTIONS: Readonly<Record<number, TouchEvent['action']>> = {
  [MotionAction.down]: 'down',
  [MotionAction.up]: 'up',
  [MotionAction.move]: 'move',
  [MotionAction.cancel]: 'cancel',
}

/** A type byte and the length stand before the text. */
const SENT_CLIPBOARD_MAX_BYTES = MAX_CONTROL_BYTES - 5
/** Letters of Android's virtual keyboard, and those that its dead keys make. */
const TYPEABLE = /^[\t\n\x20-\x7e][\u0300-\u0303\u0308]?$/

/** Applies scrcpy's control messages to the phone. */
export class Controller {
  readonly #options: ControllerOptions
  readonly #pointers: Pointers
  readonly #stopListening: () => void
  #isSettingClipboard = false

  constructor(options: ControllerOptions) {
    this.#options = options
    const { host, screen } = options.context
    this.#pointers = new Pointers(screen)
    this.#stopListening = host.onChange((change) => {
      if (change !== 'clipboard' || !options.isClipboardSynced || this.#isSettingClipboard) return
      this.#sendClipboard()
    })
  }

  stop(): void {
    this.#stopListening()
    this.#pointers.cancel()
  }

  obey(message: ControlMessage): void {
    const { screen } = this.#options.context
    switch (message.type) {
      case 'injectKeyCode':
        return screen.key({ ...message, action: actionOf(message.action) })
      case 'injectText':
        return this.#type(message.text)
      case 'injectTouch':
        return this.#touch(message)
      case 'injectScroll':
        return this.#scroll(message)
      case 'backOrScreenOn':
        return this.#backOrScreenOn(actionOf(message.action))
      case 'expandNotificationPanel':
      case 'expandSettingsPanel':
        return screen.expandNotifications()
      case 'collapsePanels':
        return screen.collapsePanels()
      case 'getClipboard':
        return this.#getClipboard(message.copyKey)
      case 'setClipboard':
        return this.#setClipboard(message)
      case 'rotateDevice':
        return this.#rotate()
      case 'startApp':
        return this.#startApp(message.name)
      case 'resetVideo':
        return this.#resetVideo()
      // The mirrored picture is not affected by the panel's power.
      case 'setDisplayPower':
        return this.#options.log.info(`Device display turned ${message.isOn ? 'on' : 'off'}`)
      // No UHID devices are made, so there is none to close.
      case 'uhidDestroy':
        return this.#options.log.warn(`Closing unknown UHID device: ${message.id}`)
      case 'uhidCreate':
      case 'uhidInput':
      case 'openHardKeyboardSettings':
    }
  }

  #touch({ action, pointerId, position }: TouchControl): void {
    const touch = TOUCH_ACTIONS[action]
    const point = this.#pointOf(position)
    if (!touch || !point) return
    if (!this.#pointers.touch(pointerId, touch, point)) this.#options.log.warn('Too many pointers for touch event')
  }

  /** Key by key: what the keyboard has no key for is left out. */
  #type(text: string): void {
    for (const letter of text) {
      if (TYPEABLE.test(letter.normalize('NFD'))) this.#options.context.screen.text(letter)
      else this.#options.log.warn(`Could not inject char u+${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  }

  #rotate(): void {
    const { screen } = this.#options.context
    const isUpright = screen.size.width < screen.size.height
    this.#options.log.info(`Device rotation requested: ${isUpright ? 'landscape' : 'portrait'}`)
    screen.rotate()
  }

  #resetVideo(): void {
    if (this.#options.videoSize() !== null) this.#options.log.info('Video capture reset')
    this.#options.resetVideo()
  }

  #scroll({ position, horizontal, vertical }: ScrollControl): void {
    const point = this.#pointOf(position)
    if (point) this.#options.context.screen.scroll({ ...point, dx: horizontal, dy: vertical })
  }

  /** Maps video to screen coordinates; null for a position on a picture of another shape, as after a rotation. */
  #pointOf({ x, y, width, height }: ScreenPosition): { x: number; y: number } | null {
    const { size } = this.#options.context.screen
    const video = this.#options.videoSize() ?? size
    if (width !== video.width || height !== video.height) return null
    return { x: (x * size.width) / width, y: (y * size.height) / height }
  }

  #backOrScreenOn(action: KeyEvent['action']): void {
    const { screen } = this.#options.context
    if (screen.isOn) screen.key({ action, keyCode: KeyCode.back, metaState: 0, repeat: 0 })
    else if (action === 'down') screen.setPower(true)
  }

  /** With clipboard_autosync, a copy is reported by the change itself and must not be sent twice. */
  #getClipboard(copyKey: number): void {
    const { screen } = this.#options.context
    if (copyKey !== CopyKey.none) press(screen.key.bind(screen), copyKey === CopyKey.cut ? KeyCode.cut : KeyCode.copy)
    if (!this.#options.isClipboardSynced) this.#sendClipboard()
  }

  #setClipboard({ text, isPaste, sequence }: Extract<ControlMessage, { type: 'setClipboard' }>): void {
    const { screen, host, hasService } = this.#options.context
    if (hasService('clipboard') && host.getClipboard() !== text) {
      this.#isSettingClipboard = true
      const isSet = host.setClipboard(text)
      this.#isSettingClipboard = false
      if (isSet) this.#options.log.info('Device clipboard set')
      else
        this.#options.log.error('Could not invoke method', 'android.os.TransactionTooLargeException: data parcel size')
    }
    if (isPaste) press(screen.key.bind(screen), KeyCode.paste)
    if (sequence !== 0n) this.#options.send({ type: 'ackClipboard', sequence })
  }

  /** An empty clipboard has no answer, nor has a phone without the service. */
  #sendClipboard(): void {
    if (!this.#options.context.hasService('clipboard')) return
    const text = this.#options.context.host.getClipboard()
    if (text !== '') this.#options.send({ type: 'clipboard', text: cutText(text, SENT_CLIPBOARD_MAX_BYTES) })
  }

  /** `+` stops the app first; `?` looks for its label. */
  #startApp(name: string): void {
    const { screen, host } = this.#options.context
    const { log } = this.#options
    const [, flags = '', wanted = ''] = /^([+?]*)(.*)$/s.exec(name) ?? []
    const isLabel = flags.includes('?')
    const found = host
      .listApps()
      .find(({ label, packageName }) =>
        isLabel ? label.toLowerCase().startsWith(wanted.toLowerCase()) : packageName === wanted,
      )
    if (found === undefined) return log.warn(`No app found for ${isLabel ? 'name' : 'package'} "${wanted}"`)
    log.info(`Starting app "${found.label}" [${found.packageName}] on display 0...`)
    if (flags.includes('+')) screen.stopApp(found.packageName)
    screen.openApp(found.packageName)
  }
}

/** Whole characters within a number of bytes of UTF-8. */
function cutText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}

const actionOf = (action: number): KeyEvent['action'] => (action === 0 ? 'down' : 'up')

function press(key: (event: KeyEvent) => void, keyCode: number): void {
  for (const action of ['down', 'up'] as const) key({ action, keyCode, metaState: 0, repeat: 0 })
}
