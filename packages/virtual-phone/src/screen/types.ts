/** Interface between the simulated system and its screen: the system drives `PhoneScreen`, the screen asks `ScreenHost`. */

/** Coordinates are pixels of the current rotation. */
export interface TouchEvent {
  action: 'down' | 'up' | 'move' | 'cancel'
  pointerId: number
  x: number
  y: number
}

/** Wheel notches; positive scrolls up and left, as on Android. */
export interface ScrollEvent {
  x: number
  y: number
  dx: number
  dy: number
}

export interface KeyEvent {
  action: 'down' | 'up'
  /** Android's key code. */
  keyCode: number
  metaState: number
  repeat: number
}

/** RGBA, row by row without gaps. */
export interface RawImage {
  width: number
  height: number
  data: Uint8Array
}

/** First changed row and first unchanged row after it, multiples of 16 or the height. */
export type Rows = readonly [from: number, to: number]

/** Rows shifted down by `by`, within the range; multiples of 2. */
export interface Move {
  rows: Rows
  by: number
}

/** Rows were moved first, then drawn. */
export interface Change {
  move: Move | null
  drawn: readonly Rows[]
}

/** A view with its own damage; the drawing surface exists while there is at least one. */
export interface ScreenView {
  /** Size of what `paint` draws; another one after a rotation. */
  readonly size: { width: number; height: number }
  /** Draws the damage since the last call and returns it; null when there is none. */
  paint(): Change | null
  /** Pixels of drawn rows; moved rows are moved by the caller. */
  readRows(rows: Rows): Uint8Array
  close(): void
}

export interface PhoneScreen {
  readonly size: { width: number; height: number }
  readonly isOn: boolean
  /** Whether the keyguard lies over everything. */
  readonly isLocked: boolean
  /** Credential of the keyguard; empty for none. */
  pin: string
  /** Waits anew before the screen turns itself off. */
  stir(): void
  /** Shows the keyguard, or asks for it to go: only without a PIN does it. */
  lock(): void
  dismissKeyguard(): void
  /** The launcher's package when no app is in front. */
  readonly foregroundPackage: string
  /** Packages of all open apps. */
  readonly runningPackages: readonly string[]
  /** Identity of an app's run, another one after it was stopped; null while it is not open. */
  findRun(packageName: string): object | null
  touch(event: TouchEvent): void
  scroll(event: ScrollEvent): void
  key(event: KeyEvent): void
  text(text: string): void
  /** Pastes the clipboard at the cursor. */
  paste(): void
  /** False when no such app is installed. */
  openApp(packageName: string): boolean
  openUrl(url: string): void
  stopApp(packageName: string): void
  home(): void
  back(): void
  recents(): void
  expandNotifications(): void
  collapsePanels(): void
  rotate(): void
  setPower(isOn: boolean): void
  /** Also works while the screen is off. */
  screenshot(): RawImage
  /**
   * `onDamage` is called at once when something has to be drawn, and not again before `paint`. The picture's longer side
   * has at most `maxSize` pixels; 0, the default, sets no limit.
   */
  openView(onDamage: () => void, maxSize?: number): ScreenView
  close(): void
}

export interface AppInfo {
  packageName: string
  label: string
  isSystem: boolean
}

export interface FileEntry {
  name: string
  isFolder: boolean
  sizeBytes: number
  modifiedAt: number
}

export interface PhoneNotification {
  key: string
  packageName: string
  title: string
  text: string
  postedAt: number
}

export interface Note {
  id: string
  text: string
  editedAt: number
}

/** Changes that the screen is told of. */
export type HostChange = 'apps' | 'files' | 'clipboard' | 'volume' | 'rotation' | 'notifications'

export interface ScreenHost {
  now(): Date
  getProperty(name: string): string
  /** Installed apps that have a launcher entry. */
  listApps(): readonly AppInfo[]
  /** Rejects when the folder cannot be read. */
  listFiles(path: string): Promise<readonly FileEntry[]>
  getStorage(): { totalBytes: number; usedBytes: number }
  getMemory(): { totalBytes: number; freeBytes: number }
  getClipboard(): string
  /** False when the text is too long for Android. */
  setClipboard(text: string): boolean
  getVolume(): { level: number; max: number }
  setVolume(level: number): void
  /** 0 upright, 1 on its left side. */
  getRotation(): 0 | 1
  setRotation(rotation: 0 | 1): void
  listNotifications(): readonly PhoneNotification[]
  dismissNotification(key: string): void
  /** Whether the screen locks when it turns off. */
  hasKeyguard(): boolean
  getPin(): string
  setPin(pin: string): void
  /** Stored in the notes app's data folder. */
  loadNotes(): readonly Note[]
  saveNotes(notes: readonly Note[]): void
  onChange(listener: (change: HostChange) => void): () => void
}
