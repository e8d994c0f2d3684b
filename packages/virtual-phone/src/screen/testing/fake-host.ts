import { BUILT_IN_APPS } from '../built-in-apps.ts'
import type { AppInfo, FileEntry, HostChange, Note, PhoneNotification, ScreenHost } from '../types.ts'

const GIGA = 1024 ** 3

const PROPERTIES: Readonly<Record<string, string>> = {
  'ro.product.model': '云机 旗舰版',
  'ro.build.version.release': '10',
  'ro.build.display.id': 'YUNJI.10.2611',
  'ro.serialno': 'VP0001',
  'ro.product.cpu.abi': 'arm64-v8a',
}

/** Records what the screen asks for; its clock is manual. */
export class FakeHost implements ScreenHost {
  date = new Date('2026-11-15T01:41:20Z')
  apps: AppInfo[] = [...BUILT_IN_APPS]
  files = new Map<string, FileEntry[]>()
  clipboard = ''
  volume = { level: 7, max: 15 }
  rotation: 0 | 1 = 0
  notifications: PhoneNotification[] = []
  notes: readonly Note[] = []
  isKeyguardOn = false
  pin = ''
  readonly #listeners = new Set<(change: HostChange) => void>()

  now(): Date {
    return this.date
  }

  getProperty(name: string): string {
    return PROPERTIES[name] ?? ''
  }

  listApps(): readonly AppInfo[] {
    return this.apps
  }

  async listFiles(path: string): Promise<readonly FileEntry[]> {
    const entries = this.files.get(path)
    if (!entries) throw new Error(`no folder ${path}`)
    return entries
  }

  getStorage() {
    return { totalBytes: 64 * GIGA, usedBytes: 18.6 * GIGA }
  }

  getMemory() {
    return { totalBytes: 8 * GIGA, freeBytes: 4.7 * GIGA }
  }

  getClipboard(): string {
    return this.clipboard
  }

  setClipboard(text: string): boolean {
    this.clipboard = text
    this.announce('clipboard')
    return true
  }

  getVolume() {
    return this.volume
  }

  setVolume(level: number): void {
    this.volume = { ...this.volume, level }
    this.announce('volume')
  }

  getRotation(): 0 | 1 {
    return this.rotation
  }

  setRotation(rotation: 0 | 1): void {
    this.rotation = rotation
    this.announce('rotation')
  }

  listNotifications(): readonly PhoneNotification[] {
    return this.notifications
  }

  dismissNotification(key: string): void {
    this.notifications = this.notifications.filter((notice) => notice.key !== key)
    this.announce('notifications')
  }

  hasKeyguard(): boolean {
    return this.isKeyguardOn
  }

  getPin(): string {
    return this.pin
  }

  setPin(pin: string): void {
    this.pin = pin
  }

  loadNotes(): readonly Note[] {
    return this.notes
  }

  saveNotes(notes: readonly Note[]): void {
    this.notes = notes
  }

  onChange(listener: (change: HostChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  announce(change: HostChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
