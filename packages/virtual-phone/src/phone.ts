import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Adbd } from './adbd/adbd.ts'
import { NO_FAULT, type PhoneFault, type PhoneState } from './fault.ts'
import { PhoneFiles } from './files/phone-files.ts'
import { type BootedSystem, bootSystem } from './system/boot.ts'
import type { PhoneConfig } from './system/config.ts'
import { makeInitialFiles } from './system/initial-files.ts'
import { procFiles } from './system/proc-files.ts'
import { INITIAL_STATE, type SavedState } from './system/saved-state.ts'
import { StateFile } from './system/state-file.ts'

export const HOST = '127.0.0.1'
const BOOT_MS = 500
const PORT_TRIES = 20
const PORT_RETRY_MS = 250

export interface VirtualPhoneOptions {
  config: PhoneConfig
  /** The phone's own folder. */
  folder: string
  /** 0 for any. */
  port: number
  /** Duration of the simulated boot. */
  bootMs?: number
  /** Called with unexpected errors. */
  onError?(error: unknown): void
}

/** One simulated phone: files and state on disk, a system that boots on them, and adbd. */
export class VirtualPhone {
  readonly #options: VirtualPhoneOptions
  readonly #state: StateFile<SavedState>
  readonly #files: PhoneFiles
  #system: BootedSystem | null = null
  #adbd: Adbd | null = null
  #port: number
  #changing: Promise<void> = Promise.resolve()
  #isClosed = false
  #hasBooted = false
  #fault: PhoneFault = NO_FAULT

  private constructor(options: VirtualPhoneOptions) {
    this.#options = options
    this.#port = options.port
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
    this.#state = new StateFile(path.join(options.folder, 'state.json'), structuredClone(INITIAL_STATE))
    this.#files = PhoneFiles.open({
      root: path.join(options.folder, 'files'),
      unfinished: path.join(options.folder, 'unfinished'),
      totalBytes: options.config.storageBytes,
      virtualFiles: procFiles(() => this.#system),
    })
  }

  /** Resolves when adbd accepts connections. */
  static async start(options: VirtualPhoneOptions): Promise<VirtualPhone> {
    const phone = new VirtualPhone(options)
    await phone.#boot()
    return phone
  }

  get config(): PhoneConfig {
    return this.#options.config
  }

  get host(): string {
    return HOST
  }

  get port(): number {
    return this.#port
  }

  /** Resolves when the phone is up again, on the same port. */
  reboot({ isAbrupt = false } = {}): Promise<void> {
    return this.#serialise(async () => {
      await this.#shutDown({ isAbrupt })
      await delay(this.#options.bootMs ?? BOOT_MS)
      await this.#boot()
    })
  }

  /** Shutdown and boot never overlap. */
  #serialise(work: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(work)
    this.#changing = done.catch(() => {}) // reported to the caller
    return done
  }

  async setFault(fault: PhoneFault): Promise<void> {
    if (this.#fault.kind === 'lostLink') this.#adbd?.cut() // dropped bytes are lost
    this.#fault = fault
    this.#files.quota.isFull = fault.kind === 'diskFull'
    if (fault.kind === 'crash') {
      this.#fault = NO_FAULT
      void this.reboot({ isAbrupt: true }).catch((error: unknown) => this.#options.onError?.(error))
    } else if (fault.kind === 'refuse') {
      await this.#serialise(() => this.#shutDown({ isAbrupt: true }))
    } else if (fault.kind !== 'noBoot') {
      await this.#serialise(() => this.#boot())
    }
    this.#applyToLinks()
  }

  #applyToLinks(): void {
    if (this.#adbd === null) return
    const { kind, delayMs } = this.#fault
    this.#adbd.isHanging = kind === 'hang'
    this.#adbd.linkFault = { isSilent: kind === 'lostLink', delayMs: kind === 'slow' ? delayMs : 0 }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#serialise(() => this.#shutDown())
  }

  /** Does nothing when the phone is up, must stay down, or cannot start. */
  async #boot(): Promise<void> {
    const staysDown = this.#isClosed || this.#fault.kind === 'refuse' || this.#fault.kind === 'noBoot'
    if (staysDown || this.#system !== null) return
    this.#system = this.#startSystem()
    await this.#startAdbd(this.#system)
    this.#hasBooted = true
  }

  /** Not while debugging is switched off. The first port is taken all the same: it is the phone's address. */
  async #startAdbd(system: BootedSystem): Promise<void> {
    const isOn = system.settings.get('global', 'adb_enabled') !== '0'
    if (this.#adbd !== null || (!isOn && this.#port !== 0)) return
    const adbd = new Adbd(system, (error) => this.#options.onError?.(error))
    this.#port = await this.#listen(adbd)
    if (!isOn) return adbd.close()
    this.#adbd = adbd
    this.#applyToLinks()
  }

  /** As somebody does in the phone's settings, or from outside. */
  async #applyDebugging(isOn: boolean): Promise<void> {
    await this.#serialise(async () => {
      if (this.#system === null) return
      if (isOn) return this.#startAdbd(this.#system)
      await this.#adbd?.close()
      this.#adbd = null
    })
  }

  /** False when the phone is down. */
  setState(state: PhoneState): boolean {
    const system = this.#system
    if (system === null) return false
    const { isDebuggingOn, isAwake, isLocked, awayServices, afterCalls, forCalls, accounts, vpn, file } = state
    if (isAwake !== undefined) system.screen.setPower(isAwake)
    if (isLocked === true) system.screen.lock()
    else if (isLocked === false) system.screen.dismissKeyguard()
    if (awayServices !== undefined) system.services.takeAway(awayServices, { afterCalls, forCalls })
    if (accounts !== undefined) system.users.accounts = accounts
    if (vpn !== undefined) system.users.vpn = vpn
    if (file?.kind === 'socket') this.#files.makeSocket(file.path)
    else if (file !== undefined) this.#files.makeRestless(file.path, file.kind)
    if (isDebuggingOn !== undefined) system.settings.set('global', 'adb_enabled', isDebuggingOn ? '1' : '0')
    return true
  }

  /** The `diskFull` fault does not apply to the boot itself. */
  #startSystem(): BootedSystem {
    const { quota } = this.#files
    const { isFull } = quota
    quota.isFull = false
    try {
      makeInitialFiles(this.#files)
      return bootSystem({
        config: this.#options.config,
        files: this.#files,
        state: this.#state,
        now: () => new Date(),
        onDebugging: (isOn) =>
          void this.#applyDebugging(isOn).catch((error: unknown) => this.#options.onError?.(error)),
        reboot: () => void this.reboot().catch((error: unknown) => this.#options.onError?.(error)),
      })
    } finally {
      quota.isFull = isFull
    }
  }

  /** Retries the old port for a while, then takes a free one. */
  async #listen(adbd: Adbd): Promise<number> {
    for (let triesLeft = this.#hasBooted ? PORT_TRIES : 1; triesLeft > 0 && this.#port !== 0; triesLeft -= 1) {
      try {
        return await adbd.listen(HOST, this.#port)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
        if (triesLeft > 1) await delay(PORT_RETRY_MS)
      }
    }
    return adbd.listen(HOST, 0)
  }

  async #shutDown(options?: { isAbrupt: boolean }): Promise<void> {
    this.#system?.shutDown()
    await this.#adbd?.close(options)
    this.#system = null
    this.#adbd = null
  }
}
