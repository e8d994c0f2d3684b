import type { Readable } from 'node:stream'
import type { ControlMessage } from '@yunji/phone-protocol/scrcpy/control'
import type { PhoneError } from './errors.ts'

/** `connecting` while a lost link is being restored, `offline` before, after, and once that has failed a few times. */
export type PhoneState = 'offline' | 'connecting' | 'online'

/** Removes the listener. */
export type Unsubscribe = () => void

/** Any source of bytes; a Node stream is one. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface PhoneHealth {
  readonly isBooted: boolean
  readonly roundTripMs: number
}

export interface CleanupResult {
  readonly freedBytes: number
}

export interface CommandOutcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface InstalledApp {
  readonly packageName: string
  /** Label of the app; null when the phone does not report one. */
  readonly name: string | null
  readonly versionName: string | null
  readonly versionCode: number
  /** Size of the base APK. */
  readonly sizeBytes: number
  readonly isSystem: boolean
}

export interface RawImage {
  readonly width: number
  readonly height: number
  /** Four bytes a pixel, rows from the top. */
  readonly rgba: Uint8Array
}

export interface PhoneFile {
  readonly name: string
  readonly isFolder: boolean
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

export interface Transfer {
  readonly sizeBytes: number
  /** Empty where it was not asked for. */
  readonly sha256: string
}

/** What an archive holds and what not; its last member says the same. */
export interface ArchiveContents {
  /** `noRoot`: the phone lets nobody read the data of apps, so there is shared storage only. */
  readonly appData: 'included' | 'noRoot'
  /** Packages whose data is inside. */
  readonly packages: readonly string[]
  readonly leftOut: {
    /** Folders of every app that are never copied. */
    readonly caches: readonly string[]
    /** Sockets, pipes and devices. */
    readonly sockets: number
    /** Links that lead out of the folder of their app, or out of shared storage. */
    readonly links: number
    /** Files that were gone before they could be read. */
    readonly vanished: readonly string[]
  }
  /** Files that changed while they were copied: these may not be whole, and end with zeros if they became shorter. */
  readonly changed: readonly string[]
}

/** One APK of an app in a backup: the member `apps/<package>/<name>.apk`. */
interface BackupPart {
  readonly name: string
  readonly sizeBytes: number
}

/** An installed app, as the phone described it before the backup. */
export interface PlannedApp {
  readonly packageName: string
  readonly versionCode: number
  /** Label of the app; null when the phone does not report one. */
  readonly label: string | null
  /** Granted permissions of those that a user is asked for. */
  readonly permissions: readonly string[]
  /** ABI of its native code; null without any. */
  readonly abi: string | null
  /** Oldest API level that it runs on; null when the phone does not report it. */
  readonly minSdk: number | null
  readonly parts: readonly BackupPart[]
}

interface BackupApp extends PlannedApp {
  readonly parts: readonly (BackupPart & { readonly sha256: string })[]
}

/** What is known before the first byte of a backup, and all that a restore needs to know of it. */
export interface BackupPlan {
  readonly androidVersion: string
  readonly sdk: number
  /** Best first. */
  readonly abis: readonly string[]
  readonly appData: 'included' | 'noRoot'
  /** Packages whose data is inside, built-in apps among them. */
  readonly packages: readonly string[]
  readonly apps: readonly PlannedApp[]
  /** Bytes in use on the data partition. */
  readonly usedBytes: number
}

/** What a backup holds and what not; its last member says the same. */
export interface BackupContents extends ArchiveContents, BackupPlan {
  readonly apps: readonly BackupApp[]
}

export interface BackupOptions {
  /** Packages that are copied, with their data; all when absent. Shared storage is always copied. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly signal?: AbortSignal
  /** False: the tar as a whole is not hashed, for callers that hash what they keep. */
  readonly isHashed?: boolean
}

export interface BackupStream {
  readonly plan: BackupPlan
  /** A tar: first the APKs, then shared storage and data. It fails rather than ending early. */
  readonly body: Readable
  /** Resolves once the body has been read to its end. */
  readonly finished: Promise<Transfer & { readonly contents: BackupContents }>
}

export interface RestoreOptions {
  /** Size of the tar, where it is known before: any other is refused. */
  readonly sizeBytes?: number
  readonly signal?: AbortSignal
  /** Bytes of the tar that have arrived on the phone. */
  readonly onProgress?: Progress
  /** False: the tar as a whole is not hashed. */
  readonly isHashed?: boolean
}

/**
 * Why the data of a package was left out: the phone lacks the app; it is a built-in app of another Android, or an app that
 * needs a newer one; its code is for another processor.
 */
export type SkipReason = 'notInstalled' | 'otherAndroid' | 'otherProcessor'

export interface RestoredBackup extends Transfer {
  readonly installedPackages: readonly string[]
  readonly restoredPackages: readonly string[]
  readonly skippedPackages: readonly { readonly packageName: string; readonly reason: SkipReason }[]
}

/** What decides which backups a phone can take. */
export interface PhoneDescription {
  readonly androidVersion: string
  readonly sdk: number
  readonly abis: readonly string[]
  readonly freeBytes: number
  /** Versions of its apps by package. */
  readonly versions: ReadonlyMap<string, number>
}

/** End of an interrupted restore: all of the old data, or all of the new. */
export type RestoreRecovery = 'nothingToDo' | 'rolledBack' | 'completed'

export type Progress = (doneBytes: number) => void

export interface PushOptions {
  readonly mode?: number
  readonly modifiedAt?: Date
  readonly onProgress?: Progress
  /** Shows the file in galleries, if it is on shared storage; a phone that cannot is logged. */
  readonly isShownInGallery?: boolean
}

/** One APK of an app. */
export interface PackagePart {
  readonly path: string
  readonly sizeBytes: number
  open(): Bytes
}

export interface ArchiveInstallOptions {
  /** Bytes of the archive that have been received. */
  readonly onProgress?: Progress
  /** Bytes of the parts that the phone needs, once the archive is complete. */
  readonly onInstalled?: (doneBytes: number, totalBytes: number) => void
  /** Stops before the next part; an aborted installation leaves nothing on the phone. */
  readonly signal?: AbortSignal
}

/** A `Quality` of phone-protocol has this shape. */
export interface ScreenOptions {
  /** Longer side in pixels; the phone's own size when absent. */
  readonly maxSize?: number
  /** Bits per second. */
  readonly bitrate?: number
  readonly maxFps?: number
}

export interface ScreenSize {
  readonly width: number
  readonly height: number
}

export interface ScreenConfig extends ScreenSize {
  /** Annex-B SPS and PPS. */
  readonly data: Uint8Array
}

export interface ScreenFrame {
  readonly isKey: boolean
  readonly ptsUs: number
  /** Annex-B access unit. Owned by the listener: the buffer is not reused. */
  readonly data: Uint8Array
}

export interface PhoneEncoder {
  /** `h264` and the like. */
  readonly codec: string
  readonly name: string
  readonly isHardware: boolean
}

/** One encoder of the phone. Listeners are called in stream order and must not block. */
export interface ScreenSession {
  /** Size of the picture after the latest rotation. */
  readonly size: ScreenSize
  /** The latest configuration; a viewer that joins later must get it before any frame. */
  readonly config: ScreenConfig
  /** Called after a rotation too; a key frame follows. */
  onConfig(listener: (config: ScreenConfig) => void): Unsubscribe
  onFrame(listener: (frame: ScreenFrame) => void): Unsubscribe
  /** Called when the phone's clipboard changes and after a request for it. */
  onClipboard(listener: (text: string) => void): Unsubscribe
  /** Called once, immediately if the session has ended already; the reason is null after `close()`. */
  onEnd(listener: (reason: PhoneError | null) => void): Unsubscribe
  /** Never blocks and never throws; messages that cannot be delivered are dropped with the session. */
  control(message: ControlMessage): void
  requestKeyFrame(): void
  close(): Promise<void>
}

/**
 * A phone behind an address. Every operation has its own deadline, ends with a result or a `PhoneError`, and is sent at
 * most once: a broken link is restored, but operations on it are not retried.
 */
export interface Phone {
  readonly state: PhoneState
  onState(listener: (state: PhoneState) => void): Unsubscribe
  /** Resolves once connected. Reconnects by itself from then on, also after a failed attempt, until `close()`. */
  connect(signal?: AbortSignal): Promise<void>
  close(): Promise<void>

  health(): Promise<PhoneHealth>
  /** Resolves when the phone is up again. */
  reboot(): Promise<void>
  freeMemory(): Promise<CleanupResult>
  clearCaches(): Promise<CleanupResult>
  /** Bytes in use on the data partition. */
  usedStorageBytes(): Promise<number>
  /**
   * Removes apps, data, files, users and whatever else a customer left, and looks again: `notErased` when something is
   * left, another error when the phone does not answer every question.
   */
  factoryReset(): Promise<void>
  /** Web addresses only. */
  openUrl(url: string): Promise<void>

  listApps(): Promise<InstalledApp[]>
  /** Installs an APK; an app that is there keeps its data. */
  install(apk: Bytes, sizeBytes: number, onProgress?: Progress): Promise<void>
  /** Installs what this phone needs of an `.xapk` or `.apks`. */
  installArchive(archive: Bytes, sizeBytes: number, options?: ArchiveInstallOptions): Promise<void>
  /** APKs of an installed app, to install it on another phone. */
  readPackage(packageName: string): Promise<readonly PackagePart[]>
  /** All parts of one app, or none. */
  installParts(parts: readonly PackagePart[], signal?: AbortSignal): Promise<void>
  uninstall(packageName: string): Promise<void>
  /** Opens an app as a tap on its icon does. */
  startApp(packageName: string): Promise<void>

  push(path: string, body: Bytes, options?: PushOptions): Promise<Transfer>
  pull(path: string): Promise<Readable>
  list(path: string): Promise<PhoneFile[]>

  screenshotPng(): Promise<Uint8Array>
  screenshotRaw(): Promise<RawImage>
  typeText(text: string): Promise<void>
  /** Empty when the clipboard holds no text. */
  getClipboard(): Promise<string>
  setClipboard(text: string): Promise<void>

  /**
   * Apps with their parts, then shared storage and, where root is to be had, the apps' data. Installed apps are stopped for
   * it.
   */
  createBackup(options?: BackupOptions): Promise<BackupStream>
  /**
   * Replaces shared storage and the apps of a backup with their data, then restarts the phone: all of it, or nothing. The
   * caller has verified the backup. A chunk of the tar may be freed once the next one is asked for. A call that ends without an answer is followed by `recoverRestore`.
   */
  restoreBackup(tar: Bytes, plan: BackupPlan, options: RestoreOptions): Promise<RestoredBackup>
  describe(): Promise<PhoneDescription>
  /** Ends an interrupted restore: the old data comes back, or the new stays if it was in place. Idempotent. */
  recoverRestore(): Promise<RestoreRecovery>

  openScreen(options?: ScreenOptions): Promise<ScreenSession>
  listEncoders(): Promise<PhoneEncoder[]>
  /** Arguments are quoted: each arrives as one, whatever it contains. */
  run(argv: readonly string[], options?: { readonly timeoutMs?: number }): Promise<CommandOutcome>
}
