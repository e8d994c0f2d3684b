/** The door between the simulated system and its picture: the system drives `PhoneScreen`, the picture asks `ScreenHost`. */

/** Coordinates are pixels of the current rotation. */
export interface TouchEvent {
  action: 'down' | 'up' | 'move' | 'cancel'
  pointerId: number
  x: number
  y: number
}

/** Distances are notches of a wheel; positive scrolls towards the top and the left, as Android counts. */
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

/** First row that changed and first row behind that did not, both divisible by 16 or the height. */
export type Rows = readonly [from: number, to: number]

/** Rows whose pixels stand `by` rows lower than before, as far as that is among them; both divisible by 2. */
export interface Move {
  rows: Rows
  by: number
}

/** First rows were moved, then some were drawn. */
export interface Change {
  move: Move | null
  drawn: readonly Rows[]
}

/** One onlooker with damage of its own; the drawing surface exists while there is at least one. */
export interface ScreenView {
  /** Size of what `paint` draws; another one after a rotation. */
  readonly size: { width: number; height: number }
  /** Draws what changed since the last call and says what that was; null when nothing did. */
  paint(): Change | null
  /** Pixels of rows that `paint` has drawn. Those that it only moved are the onlooker's to move. */
  readRows(rows: Rows): Uint8Array
  close(): void
}

export interface PhoneScreen {
  readonly size: { width: number; height: number }
  readonly isOn: boolean
  /** Package of the app in front; the launcher's when none is. */
  readonly foregroundPackage: string
  /** Packages whose app is open in front or behind. */
  readonly runningPackages: readonly string[]
  touch(event: TouchEvent): void
  scroll(event: ScrollEvent): void
  key(event: KeyEvent): void
  text(text: string): void
  /** Puts the clipboard in where the cursor stands. */
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
  /** Painted now, also while the screen is off. */
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

/** What may have changed outside the picture. */
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
  setClipboard(text: string): void
  getVolume(): { level: number; max: number }
  setVolume(level: number): void
  /** 0 upright, 1 on its left side. */
  getRotation(): 0 | 1
  setRotation(rotation: 0 | 1): void
  listNotifications(): readonly PhoneNotification[]
  dismissNotification(key: string): void
  /** Kept in the notes app's data folder, so that clearing it loses them. */
  loadNotes(): readonly Note[]
  saveNotes(notes: readonly Note[]): void
  onChange(listener: (change: HostChange) => void): () => void
}
