import type { ApiFamily } from './api.ts'

/** Events of the phone and of the program's life that a program may listen to (`wx.on…`, `wx.off…`). */
const eventNames = [
  'AppHide',
  'AppRoute',
  'AppShow',
  'AudioInterruptionBegin',
  'AudioInterruptionEnd',
  'CopyUrl',
  'DeviceOrientationChange',
  'Error',
  'KeyboardHeightChange',
  'LazyLoadError',
  'MemoryWarning',
  'NeedPrivacyAuthorization',
  'NetworkStatusChange',
  'NetworkWeakChange',
  'PageNotFound',
  'ThemeChange',
  'UnhandledRejection',
  'UserCaptureScreen',
  'WindowResize',
] as const

type Listener = (data: unknown) => void

/** Listeners of phone events; a test fires them by name. */
export class PhoneEvents {
  private readonly listeners = new Map<string, Set<Listener>>()

  emit(event: string, data: unknown): void {
    for (const listener of this.listeners.get(event.toLowerCase()) ?? []) listener(data)
  }

  on(event: string, listener: Listener): void {
    const key = event.toLowerCase()
    const listeners = this.listeners.get(key) ?? new Set()
    this.listeners.set(key, listeners.add(listener))
  }

  off(event: string, listener?: Listener): void {
    const key = event.toLowerCase()
    if (listener) this.listeners.get(key)?.delete(listener)
    else this.listeners.delete(key)
  }
}

export const phoneEventApis = (events: PhoneEvents): ApiFamily => ({
  sync: Object.fromEntries(
    eventNames.flatMap((name) => [
      [`on${name}`, (listener: Listener) => events.on(name, listener)],
      [`off${name}`, (listener?: Listener) => events.off(name, listener)],
    ]),
  ),
})
