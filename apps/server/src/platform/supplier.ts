import type { AndroidVersion } from '@yunji/contract/commerce/commodity/enums'
import type { SupplierType } from '@yunji/contract/devices/device/enums'
import type { InstalledApp } from '@yunji/contract/devices/device/schema'
import type {
  BackupOptions,
  BackupPlan,
  BackupStream,
  Bytes,
  PhoneDescription,
  RestoredBackup,
  RestoreOptions,
  RestoreRecovery,
} from '@yunji/phone-driver/types'
import type { PhoneConnection } from './phone-connection.ts'

/** Failure kinds of suppliers. The product's answers are made from these, never from the supplier's texts. */
export type SupplierErrorKind =
  /** The phone or the supplier does not answer. A later retry may help. */
  | 'unreachable'
  | 'unauthorised'
  | 'timeout'
  /** The connection broke during the work: its outcome is unknown. */
  | 'lost'
  /** The supplier limits the rate of requests. */
  | 'throttled'
  | 'noStock'
  | 'unknownPhone'
  | 'noSpace'
  | 'absentPackage'
  | 'badPackage'
  /** The phone has a newer version of the app. */
  | 'packageDowngrade'
  /** The phone has the app with another signature. */
  | 'packageConflict'
  /** The package is for other phones, or a part of it is missing. */
  | 'packageUnfit'
  /** Damaged, or with names or links that lead out of their place. Nothing was changed. */
  | 'badArchive'
  | 'badUrl'
  | 'commandFailed'
  /** Something of a customer is left on the phone; the message says what, for an operator. */
  | 'notErased'
  | 'noEncoder'
  /** Not among its capabilities. */
  | 'unsupported'

export class SupplierError extends Error {
  override readonly name = 'SupplierError'
  readonly kind: SupplierErrorKind

  constructor(kind: SupplierErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The supplier did nothing: it has no phone to give, or cannot do this at all. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof SupplierError && (error.kind === 'noStock' || error.kind === 'unsupported')

/**
 * What an operator has to mend. `scrcpyServerMissing`: real phones show no screen. `phoneNotErased`: a returned phone is out
 * of stock because something of its customer is left on it; the detail names the phone and what is left.
 */
export interface SupplierProblem {
  readonly problem: 'scrcpyServerMissing' | 'phoneNotErased'
  readonly detail?: string
}

/** Commands of a phone. Arguments are literal: no supplier may pass them through a shell. */
export type PhoneCommand =
  | { readonly kind: 'reboot' }
  | { readonly kind: 'freeMemory' }
  | { readonly kind: 'clearCaches' }
  | { readonly kind: 'factoryReset' }
  | { readonly kind: 'openUrl'; readonly url: string }
  | { readonly kind: 'uninstall'; readonly packageName: string }
  | { readonly kind: 'startApp'; readonly packageName: string }

/**
 * Stages of longer work on a phone, in this order: it exists, it does not answer while it restarts, it answers again.
 * Suppliers report only observed stages.
 */
export type PhoneStage = 'made' | 'away' | 'back'
export type OnStage = (phoneId: string, stage: PhoneStage) => void

/**
 * `up`: running and answering. `down`: its host answers, the phone does not. `refused`: `down`, and nothing listens for ADB
 * any more, or our key is not accepted any more; most likely debugging was switched off on the phone. `off`: switched off by
 * `switchPower`. `unseen`: its host does not answer, so the phone's state is unknown.
 */
export type PhoneReachability = 'up' | 'down' | 'refused' | 'off' | 'unseen'

/** Result on one phone. */
export interface PhoneResult {
  readonly phoneId: string
  readonly error?: SupplierError
}

/** Some suppliers answer when the work is done; others accept it and report later, by callback or on query. */
export type Batch =
  | { readonly kind: 'done'; readonly results: readonly PhoneResult[] }
  | { readonly kind: 'task'; readonly taskId: string }

interface SupplierTask {
  readonly isOver: boolean
  /** Phones whose work has ended so far. */
  readonly results: readonly PhoneResult[]
}

export interface SupplierCapabilities {
  readonly commands: ReadonlySet<PhoneCommand['kind']>
  /** Phones per request; longer lists are split by the caller. */
  readonly batchLimit: number
  /** Concurrent requests that the supplier or its quota allows. */
  readonly concurrency: number
  /** `gateway`: the picture passes through our gateway; `own`: the supplier's player shows it. */
  readonly stream: 'gateway' | 'own'
  readonly hasCallbacks: boolean
  readonly canInstall: boolean
}

export interface PhoneSize {
  readonly cpuCores: number
  readonly memoryGb: number
  readonly storageGb: number
}

/** Properties of a new phone. `phoneId` is chosen by the caller, so that a retry creates no second phone. */
export interface PhoneSpec {
  readonly phoneId: string
  readonly zoneCode: string
  readonly version: AndroidVersion
  readonly model?: string
  /** The supplier's default when absent. */
  readonly size?: PhoneSize
  /** Configuration that it is sold as; attached phones are in stock for one each. */
  readonly configId?: number
  /** Image of its line; the first one when absent. */
  readonly imageVersion?: string
}

export interface PhoneAddress {
  readonly host: string
  readonly port: number
}

/** Facts that a phone tells about itself; texts are bounded, absent values could not be read. */
export interface PhoneFacts {
  readonly isBooted: boolean
  readonly roundTripMs: number
  readonly androidVersion: string
  readonly sdk: number | null
  readonly model: string
  /** 1080 × 1920; empty when unknown. */
  readonly screen: string
  readonly storageBytes: number | null
  readonly freeBytes: number | null
  /** H.264; null when the phone could not list its encoders. */
  readonly hasEncoder: boolean | null
}

export type Picture =
  | { readonly format: 'png'; readonly data: Uint8Array }
  | { readonly format: 'rgba'; readonly width: number; readonly height: number; readonly data: Uint8Array }

/** Verified callback of a supplier. */
interface SupplierNotice {
  readonly taskId: string
  readonly results: readonly PhoneResult[]
}

interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * Source of phones. One implementation per supplier type; the first is our own, over ADB. Every operation ends by
 * itself: with a result, or with a {@link SupplierError}.
 */
export interface Supplier {
  readonly type: SupplierType
  readonly capabilities: SupplierCapabilities

  /** Assigns a phone from the stock of a zone, running and empty. Idempotent by `phoneId`. */
  provision(order: PhoneSpec, signal?: AbortSignal, onStage?: OnStage): Promise<void>
  /**
   * Resizes a phone with all its data and restarts it. The same size again changes nothing; a phone that holds more
   * than the new size (`noSpace`) stays as it is.
   */
  resize(phoneId: string, size: PhoneSize, signal?: AbortSignal, onStage?: OnStage): Promise<void>
  /** Those of the phones that can never be resized. None when absent. */
  findFixed?(phoneIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Takes phones back and erases them. A missing phone counts as erased. */
  release(phoneIds: readonly string[], signal?: AbortSignal): Promise<Batch>

  run(command: PhoneCommand, phoneIds: readonly string[], signal?: AbortSignal, onStage?: OnStage): Promise<Batch>
  /** Status of a task. An unknown one is over, without results. */
  findTask(taskId: string): Promise<SupplierTask>
  /** Verifies the signature of a callback and reads it; a forged one throws `unauthorised`. */
  readCallback?(request: CallbackRequest): Promise<readonly SupplierNotice[]>

  /** Changes with every start of the phone, so that a restart is not repeated; empty when unavailable. */
  bootMark?(phoneId: string, signal?: AbortSignal): Promise<string>

  /**
   * Power switch. Off keeps everything on the phone; on resolves when it has booted. Repeating it changes nothing. Absent
   * where the supplier has none: the phone of a stopped or expired device runs on there, without anybody's access to it.
   */
  switchPower?(phoneId: string, isOn: boolean, signal?: AbortSignal): Promise<void>

  /**
   * Restarts a phone with another image of its line and all its data; empty for the first one. Absent where the supplier
   * keeps its images itself.
   */
  updateImage?(phoneId: string, imageVersion: string, signal?: AbortSignal, onStage?: OnStage): Promise<void>

  /**
   * Copies apps and data to another, empty phone of this supplier, and compares both ends; the first keeps everything. An
   * interrupted copy is repeated over what is there. Absent where the supplier has no access to the data.
   */
  copyData?(
    fromPhoneId: string,
    toPhoneId: string,
    signal?: AbortSignal,
    onProgress?: (percent: number) => void,
  ): Promise<void>

  /** Streams apps and data of a phone; installed apps are stopped for it. Absent where the supplier has no access. */
  createBackup?(phoneId: string, options?: BackupOptions): Promise<BackupStream>
  /**
   * Replaces apps and data of a phone by those of a backup: all of it, or nothing. The caller has verified the backup. A
   * chunk of the tar may be freed once the next one is asked for. A call that ends without an answer is followed by
   * `recoverRestore`.
   */
  restoreBackup?(phoneId: string, tar: Bytes, plan: BackupPlan, options: RestoreOptions): Promise<RestoredBackup>
  /** What decides which backups a phone can take. */
  describePhone?(phoneId: string, signal?: AbortSignal): Promise<PhoneDescription>
  /** Ends an interrupted restore, by bringing the old data back or by completing what was already in place. Idempotent. */
  recoverRestore?(phoneId: string, signal?: AbortSignal): Promise<RestoreRecovery>

  /** Health as far as it is visible from here; never throws. */
  health(phoneId: string, signal?: AbortSignal): Promise<PhoneReachability>
  /**
   * Switches debugging on from outside, where the supplier owns the phone's host; it may take effect a little later. False
   * when the phone is down for another reason.
   */
  enableDebugging?(phoneId: string, signal?: AbortSignal): Promise<boolean>
  listApps(phoneId: string, signal?: AbortSignal): Promise<readonly InstalledApp[]>
  screenshot(phoneId: string, signal?: AbortSignal): Promise<Picture>
  /** Bytes that the phone's apps and files use; `resize` compares the same with a new size. */
  usedStorageBytes(phoneId: string, signal?: AbortSignal): Promise<number>

  /** Reads what a phone at an address tells over ADB, and nothing else. Absent where phones have no address. */
  probe?(address: PhoneAddress, signal: AbortSignal): Promise<PhoneFacts>
  /** Whether a booted phone answers at an address; never throws. */
  isUp?(address: PhoneAddress, signal: AbortSignal): Promise<boolean>
  /** The address is that of a phone which the supplier has already, by its settings or from its farm. */
  ownsAddress?(address: PhoneAddress, signal: AbortSignal): Promise<boolean>

  /** None when absent. */
  findProblems?(): Promise<readonly SupplierProblem[]>

  /** Live connection for the gateway; only where `capabilities.stream` is `gateway`. Each call is one use of it. */
  openConnection(phoneId: string): PhoneConnection

  close(): Promise<void>
}

/** Suppliers of this installation, by type. */
export interface Suppliers {
  /** Throws `unreachable` for a type that is not configured. */
  of(type: number): Supplier
  findProblems(): Promise<readonly (SupplierProblem & { readonly supplierType: number })[]>
  close(): Promise<void>
}

export const createSuppliers = (suppliers: readonly Supplier[]): Suppliers => ({
  of(type) {
    const supplier = suppliers.find((candidate) => candidate.type === type)
    if (!supplier) throw new SupplierError('unreachable', `no supplier of type ${type} is connected`)
    return supplier
  },
  async findProblems() {
    const found = suppliers.map(async (supplier) =>
      ((await supplier.findProblems?.()) ?? []).map((problem) => ({ supplierType: supplier.type, ...problem })),
    )
    return (await Promise.all(found)).flat()
  },
  async close() {
    await Promise.all(suppliers.map((supplier) => supplier.close()))
  },
})

/** Current address of the process that hosts self-hosted phones; a restart may change it. */
export interface FarmAddress {
  /** Control API: `http://127.0.0.1:port`. */
  readonly url: string
  /** Bearer token of that API. */
  readonly secret: string
}
