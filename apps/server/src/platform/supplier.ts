import type { AndroidVersion } from '@yunji/contract/commerce/commodity/enums'
import type { SupplierType } from '@yunji/contract/devices/device/enums'
import type { InstalledApp } from '@yunji/contract/devices/device/schema'
import type { PhoneConnection } from './phone-connection.ts'

/** Why a supplier could not do what it was asked for. The product's answers are made from these, never from its texts. */
export type SupplierErrorKind =
  /** The phone, or the supplier itself, does not answer. Asking again later may help. */
  | 'unreachable'
  | 'unauthorised'
  | 'timeout'
  /** The line broke while it worked: whether it happened is not known. */
  | 'lost'
  /** The supplier takes no more requests for now. */
  | 'throttled'
  | 'noStock'
  | 'unknownPhone'
  | 'noSpace'
  | 'absentPackage'
  | 'badPackage'
  | 'badUrl'
  | 'commandFailed'
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

/** What a phone can be told to do. Arguments arrive as they are: no supplier may pass them through a shell. */
export type PhoneCommand =
  | { readonly kind: 'reboot' }
  | { readonly kind: 'freeMemory' }
  | { readonly kind: 'clearCaches' }
  | { readonly kind: 'factoryReset' }
  | { readonly kind: 'openUrl'; readonly url: string }
  | { readonly kind: 'uninstall'; readonly packageName: string }

/**
 * How far a phone has come with what takes it longer, in this order: it exists, it does not answer while it restarts, it
 * answers again. Suppliers tell what they see and nothing else.
 */
export type PhoneStage = 'made' | 'away' | 'back'
export type OnStage = (phoneId: string, stage: PhoneStage) => void

/**
 * `up`: it runs and answers. `down`: whoever hosts it answers, and the phone does not. `unseen`: its host does not answer,
 * so that nothing is known of the phone.
 */
export type PhoneHealth = 'up' | 'down' | 'unseen'

/** How it went on one phone. */
export interface PhoneResult {
  readonly phoneId: string
  readonly error?: SupplierError
}

/** Some suppliers answer when the work is done; others take it on and tell later, by callback or when asked. */
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
  /** Phones in one request; longer lists are cut by the caller. */
  readonly batchLimit: number
  /** Requests at once that the supplier, or its quota, bears. */
  readonly concurrency: number
  /** `gateway`: the picture passes through our own; `own`: the supplier's player shows it. */
  readonly stream: 'gateway' | 'own'
  readonly hasCallbacks: boolean
  readonly canInstall: boolean
}

/** How much of everything a phone has. */
export interface PhoneSize {
  readonly cpuCores: number
  readonly memoryGb: number
  readonly storageGb: number
}

/** What a new phone has to be. `phoneId` is chosen by the caller, so that asking twice makes one phone. */
export interface PhoneSpec {
  readonly phoneId: string
  readonly zoneCode: string
  readonly version: AndroidVersion
  readonly model?: string
  /** The supplier's own where it is not said. */
  readonly size?: PhoneSize
}

export type Picture =
  | { readonly format: 'png'; readonly data: Uint8Array }
  | { readonly format: 'rgba'; readonly width: number; readonly height: number; readonly data: Uint8Array }

/** What a supplier sends by itself, checked to be its own. */
interface SupplierNotice {
  readonly taskId: string
  readonly results: readonly PhoneResult[]
}

interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * Where phones come from. One implementation per supplier type; the first is our own, over ADB. Every operation ends by
 * itself: with a result, or with a {@link SupplierError}.
 */
export interface Supplier {
  readonly type: SupplierType
  readonly capabilities: SupplierCapabilities

  /** Gives a phone out of the stock of a zone, running and empty. The same order again gives the same phone. */
  provision(order: PhoneSpec, signal?: AbortSignal, onStage?: OnStage): Promise<void>
  /**
   * Makes a phone larger or smaller, with everything that is on it, and lets it start again. The same size again changes
   * nothing; a phone that holds more than the new one could (`noSpace`) stays as it is.
   */
  resize(phoneId: string, size: PhoneSize, signal?: AbortSignal, onStage?: OnStage): Promise<void>
  /** Takes phones back and erases them. A phone that is gone already counts as erased. */
  release(phoneIds: readonly string[], signal?: AbortSignal): Promise<Batch>

  run(command: PhoneCommand, phoneIds: readonly string[], signal?: AbortSignal, onStage?: OnStage): Promise<Batch>
  /** How a task stands. An unknown one is over, without results. */
  findTask(taskId: string): Promise<SupplierTask>
  /** Reads a callback after checking its signature; a forged one throws `unauthorised`. */
  readCallback?(request: CallbackRequest): Promise<readonly SupplierNotice[]>

  /** Another text after every start of the phone, so that a restart is not asked for twice; empty where it has none. */
  bootMark?(phoneId: string, signal?: AbortSignal): Promise<string>

  /** How a phone is, as far as it can be seen from here; never throws. */
  health(phoneId: string, signal?: AbortSignal): Promise<PhoneHealth>
  listApps(phoneId: string, signal?: AbortSignal): Promise<readonly InstalledApp[]>
  screenshot(phoneId: string, signal?: AbortSignal): Promise<Picture>

  /** A live line for the gateway; only where `capabilities.stream` is `gateway`. Each call is one use of the line. */
  openConnection(phoneId: string): PhoneConnection

  close(): Promise<void>
}

/** The suppliers of this installation, by their type. */
export interface Suppliers {
  /** Throws `unreachable` for a type that is not connected here. */
  of(type: number): Supplier
  close(): Promise<void>
}

export const createSuppliers = (suppliers: readonly Supplier[]): Suppliers => ({
  of(type) {
    const supplier = suppliers.find((candidate) => candidate.type === type)
    if (!supplier) throw new SupplierError('unreachable', `no supplier of type ${type} is connected`)
    return supplier
  },
  async close() {
    await Promise.all(suppliers.map((supplier) => supplier.close()))
  },
})

/** Where the process that hosts self-hosted phones is reached right now; another start of it may be elsewhere. */
export interface FarmAddress {
  /** `http://127.0.0.1:port` of its control API. */
  readonly url: string
  /** The bearer of that API. */
  readonly secret: string
}

export interface FarmLocator {
  /** Waits until the farm answers; fails when the signal, or the farm's own deadline, comes first. */
  address(signal?: AbortSignal): Promise<FarmAddress>
}
