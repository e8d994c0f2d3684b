import { FileError } from '../files/errors.ts'
import type { PhoneFiles } from '../files/phone-files.ts'
import { NOTES_PACKAGE } from '../screen/built-in-apps.ts'
import type { HostChange, Note, PhoneNotification, ScreenHost } from '../screen/types.ts'
import type { Packages } from './packages.ts'
import type { Processes } from './processes.ts'
import type { Properties } from './properties.ts'
import type { SavedState } from './saved-state.ts'
import type { StateFile } from './state-file.ts'

const MAX_VOLUME = 15
/** Buffer of one binder transaction, which also carries the clip's description. */
const BINDER_MAX_BYTES = 1024 * 1024 - 8192
const CLIP_DESCRIPTION_BYTES = 1024
const MAX_NOTIFICATIONS = 50
const NOTES_FILE = `/data/data/${NOTES_PACKAGE}/files/notes.json`

interface SystemHostOptions {
  files: PhoneFiles
  state: StateFile<SavedState>
  properties: Properties
  now(): Date
}

/** The system's side of the screen interface. */
export class SystemHost implements ScreenHost {
  readonly #options: SystemHostOptions
  readonly #listeners = new Set<(change: HostChange) => void>()
  #packages: Packages | null = null
  #processes: () => Processes | null = () => null

  constructor(options: SystemHostOptions) {
    this.#options = options
  }

  /** Breaks the cycle: the processes need the screen, which needs this host. */
  attach(packages: Packages, processes: () => Processes): void {
    this.#packages = packages
    this.#processes = processes
  }

  announce(change: HostChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  onChange(listener: (change: HostChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  now(): Date {
    return this.#options.now()
  }

  getProperty(name: string): string {
    return this.#options.properties.get(name)
  }

  listApps() {
    return this.#packages?.listApps() ?? []
  }

  async listFiles(folder: string) {
    const { files } = this.#options
    return files.list(folder).map((name) => {
      const { kind, sizeBytes, modifiedAtSeconds } = files.find(`${folder}/${name}`) ?? files.lstat(`${folder}/${name}`)
      return { name, isFolder: kind === 'folder', sizeBytes, modifiedAt: modifiedAtSeconds * 1000 }
    })
  }

  getStorage() {
    const { totalBytes, usedBytes } = this.#options.files.quota
    return { totalBytes, usedBytes }
  }

  getMemory() {
    const processes = this.#processes()
    return { totalBytes: processes?.totalBytes ?? 0, freeBytes: processes?.freeBytes ?? 0 }
  }

  getClipboard(): string {
    return this.#options.state.value.clipboard
  }

  setClipboard(text: string): boolean {
    // Binder carries UTF-16.
    if (text.length * 2 + CLIP_DESCRIPTION_BYTES > BINDER_MAX_BYTES) return false
    if (text === this.getClipboard()) return true
    this.#options.state.update((value) => {
      value.clipboard = text
    })
    this.announce('clipboard')
    return true
  }

  getVolume() {
    return { level: this.#options.state.value.volume, max: MAX_VOLUME }
  }

  setVolume(level: number): void {
    const volume = Math.max(0, Math.min(MAX_VOLUME, Math.round(level)))
    if (volume === this.#options.state.value.volume) return
    this.#options.state.update((value) => {
      value.volume = volume
    })
    this.announce('volume')
  }

  getRotation(): 0 | 1 {
    return this.#options.state.value.rotation
  }

  setRotation(rotation: 0 | 1): void {
    if (rotation === this.getRotation()) return
    this.#options.state.update((value) => {
      value.rotation = rotation
      value.settings.system.user_rotation = String(rotation)
    })
    this.announce('rotation')
  }

  listNotifications(): readonly PhoneNotification[] {
    return this.#options.state.value.notifications
  }

  /** One with the same key takes the place of the old one. */
  postNotification(notification: PhoneNotification): void {
    this.#options.state.update((value) => {
      const others = value.notifications.filter(({ key }) => key !== notification.key)
      value.notifications = [notification, ...others].slice(0, MAX_NOTIFICATIONS)
    })
    this.announce('notifications')
  }

  dismissNotification(key: string): void {
    this.#options.state.update((value) => {
      value.notifications = value.notifications.filter((each) => each.key !== key)
    })
    this.announce('notifications')
  }

  /** Off unless somebody wants one: `locksettings set-disabled false`, or a PIN. */
  hasKeyguard(): boolean {
    const { pin, settings } = this.#options.state.value
    return pin !== '' || settings.secure['lockscreen.disabled'] === '0'
  }

  getPin(): string {
    return this.#options.state.value.pin
  }

  setPin(pin: string): void {
    this.#options.state.update((value) => {
      value.pin = pin
    })
  }

  loadNotes(): readonly Note[] {
    try {
      return JSON.parse(this.#options.files.readText(NOTES_FILE)) as Note[]
    } catch (error) {
      // Never written, cleared, or overwritten by somebody with a shell.
      if (error instanceof FileError || error instanceof SyntaxError) return []
      throw error
    }
  }

  saveNotes(notes: readonly Note[]): void {
    const { files } = this.#options
    files.makeFolder(NOTES_FILE.slice(0, NOTES_FILE.lastIndexOf('/')), { isRecursive: true })
    files.writeText(NOTES_FILE, JSON.stringify(notes), { mode: 0o600 })
  }
}
