import {
  type ControlMessage,
  CopyKey,
  MotionAction,
  type ScreenPosition,
  type ScrollControl,
  type TouchControl,
} from '@yunji/phone-protocol/scrcpy/control'
import type { DeviceMessage } from '@yunji/phone-protocol/scrcpy/device-message'
import type { Size } from '../screen/draw/box.ts'
import { KeyCode } from '../screen/input/keys.ts'
import type { KeyEvent, TouchEvent } from '../screen/types.ts'
import type { ScrcpyContext } from './types.ts'

export interface ControllerOptions {
  context: ScrcpyContext
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

/** Applies scrcpy's control messages to the phone. */
export class Controller {
  readonly #options: ControllerOptions
  readonly #pointers = new Map<bigint, number>()
  readonly #stopListening: () => void
  #isSettingClipboard = false

  constructor(options: ControllerOptions) {
    this.#options = options
    const { host } = options.context
    this.#stopListening = host.onChange((change) => {
      if (change !== 'clipboard' || !options.isClipboardSynced || this.#isSettingClipboard) return
      options.send({ type: 'clipboard', text: host.getClipboard() })
    })
  }

  stop(): void {
    this.#stopListening()
    for (const pointerId of this.#pointers.values()) {
      this.#options.context.screen.touch({ action: 'cancel', pointerId, x: 0, y: 0 })
    }
  }

  obey(message: ControlMessage): void {
    const { screen } = this.#options.context
    switch (message.type) {
      case 'injectKeyCode':
        return screen.key({ ...message, action: actionOf(message.action) })
      case 'injectText':
        return screen.text(message.text)
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
        return screen.rotate()
      case 'startApp':
        return this.#startApp(message.name)
      case 'resetVideo':
        return this.#options.resetVideo()
      // The mirrored picture is not affected by the panel's power.
      case 'setDisplayPower':
      // UHID devices are accepted and ignored.
      case 'uhidCreate':
      case 'uhidInput':
      case 'uhidDestroy':
      case 'openHardKeyboardSettings':
    }
  }

  #touch({ action, pointerId, position }: TouchControl): void {
    const touch = TOUCH_ACTIONS[action]
    const point = this.#pointOf(position)
    if (!touch || !point) return
    const local = this.#localPointer(pointerId, touch === 'down')
    if (local === null) return
    if (touch === 'up' || touch === 'cancel') this.#pointers.delete(pointerId)
    this.#options.context.screen.touch({ action: touch, pointerId: local, ...point })
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

  /** Maps 64-bit pointer ids to the lowest free slot. */
  #localPointer(pointerId: bigint, isNew: boolean): number | null {
    const known = this.#pointers.get(pointerId)
    if (known !== undefined) return known
    if (!isNew) return null
    const taken = new Set(this.#pointers.values())
    let free = 0
    while (taken.has(free)) free++
    this.#pointers.set(pointerId, free)
    return free
  }

  #backOrScreenOn(action: KeyEvent['action']): void {
    const { screen } = this.#options.context
    if (screen.isOn) screen.key({ action, keyCode: KeyCode.back, metaState: 0, repeat: 0 })
    else if (action === 'down') screen.setPower(true)
  }

  /** With clipboard_autosync, a copy is reported by the change itself and must not be sent twice. */
  #getClipboard(copyKey: number): void {
    const { screen, host } = this.#options.context
    if (copyKey !== CopyKey.none) press(screen.key.bind(screen), copyKey === CopyKey.cut ? KeyCode.cut : KeyCode.copy)
    if (!this.#options.isClipboardSynced) this.#options.send({ type: 'clipboard', text: host.getClipboard() })
  }

  #setClipboard({ text, isPaste, sequence }: Extract<ControlMessage, { type: 'setClipboard' }>): void {
    const { screen, host } = this.#options.context
    this.#isSettingClipboard = true
    host.setClipboard(text)
    this.#isSettingClipboard = false
    if (isPaste) press(screen.key.bind(screen), KeyCode.paste)
    if (sequence !== 0n) this.#options.send({ type: 'ackClipboard', sequence })
  }

  /** `+` stops the app first; `?` looks for its label. */
  #startApp(name: string): void {
    const { screen, host, print } = this.#options.context
    const [, flags = '', wanted = ''] = /^([+?]*)(.*)$/s.exec(name) ?? []
    const found = flags.includes('?')
      ? host.listApps().find(({ label }) => label.toLowerCase().startsWith(wanted.toLowerCase()))?.packageName
      : wanted
    if (found !== undefined && flags.includes('+')) screen.stopApp(found)
    if (found === undefined || !screen.openApp(found)) print(`[server] ERROR: Cannot find package "${wanted}"`)
  }
}

const actionOf = (action: number): KeyEvent['action'] => (action === 0 ? 'down' : 'up')

function press(key: (event: KeyEvent) => void, keyCode: number): void {
  for (const action of ['down', 'up'] as const) key({ action, keyCode, metaState: 0, repeat: 0 })
}
