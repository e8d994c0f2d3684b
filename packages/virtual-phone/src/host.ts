import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type PhoneConfigInput, RequestError } from './control-requests.ts'
import { type ControlledPhones, createControlServer, type PhoneAddress } from './control-server.ts'
import type { PhoneFault, PhoneState } from './fault.ts'
import { sizeOfTree } from './files/quota.ts'
import { HOST, VirtualPhone } from './phone.ts'
import { DEFAULT_CONFIG, type PhoneConfig } from './system/config.ts'
import { StateFile } from './system/state-file.ts'

export interface PhoneHostOptions {
  dataDir: string
  /** Bearer of the control API. */
  secret: string
  /** Of the control API; 0 for any. */
  port?: number
  bootMs?: number
  /** Called with unexpected errors. */
  onError?(error: unknown): void
}

/** Stored by the host beside the phone's own state. */
interface StoredPhone {
  config: PhoneConfig
  port: number
  /** Switched off, also after a restart of the host. */
  isOff?: boolean
}

/** Virtual phones of one process, with a control API on loopback. */
export class PhoneHost implements ControlledPhones {
  readonly #options: PhoneHostOptions
  readonly #phones = new Map<string, VirtualPhone>()
  /** Phones that are switched off. */
  readonly #off = new Map<string, PhoneAddress>()
  readonly #server = createControlServer(this)
  #work: Promise<unknown> = Promise.resolve()

  constructor(options: PhoneHostOptions) {
    this.#options = options
  }

  get secret(): string {
    return this.#options.secret
  }

  /** `127.0.0.1:PORT` of the control API. */
  get control(): string {
    const { port } = this.#server.address() as AddressInfo
    return `127.0.0.1:${port}`
  }

  list(): PhoneAddress[] {
    return [...[...this.#phones.values()].map(addressOf), ...this.#off.values()]
  }

  async setFault(id: string, fault: PhoneFault): Promise<boolean> {
    const phone = this.#phones.get(id)
    await phone?.setFault(fault)
    return phone !== undefined
  }

  async setState(id: string, state: PhoneState): Promise<boolean> {
    return this.#phones.get(id)?.setState(state) ?? false
  }

  /** On again with the data that it had; resolves when adbd accepts connections. */
  setPower(id: string, isOn: boolean): Promise<boolean> {
    return this.#serialise(async () => {
      const running = this.#phones.get(id)
      if (running === undefined && !this.#off.has(id)) return false
      const stateFile = this.#stateFileOf(id)
      const { config } = stateFile.value
      if (isOn && running === undefined && config !== undefined) await this.#start(stateFile, config)
      if (!isOn && running !== undefined) {
        await running.close()
        this.#phones.delete(id)
        this.#off.set(id, { ...addressOf(running), isOn: false })
        stateFile.update((value) => Object.assign(value, { isOff: true }))
      }
      return true
    })
  }

  /** Creates the phone, or restarts it when its configuration changes. One that is switched off is switched on. */
  put(id: string, input: PhoneConfigInput): Promise<PhoneAddress> {
    return this.#serialise(async () => {
      const running = this.#phones.get(id)
      const stateFile = this.#stateFileOf(id)
      const config: PhoneConfig = { ...DEFAULT_CONFIG, authorisedKeys: [], ...stateFile.value.config, ...input, id }
      if (running !== undefined && isDeepStrictEqual(running.config, config)) return addressOf(running)
      this.#assertFits(id, config)
      await running?.close()
      return addressOf(await this.#start(stateFile, config))
    })
  }

  /** Erases the phone and everything on it. */
  delete(id: string): Promise<boolean> {
    return this.#serialise(async () => {
      if (!existsSync(this.#folderOf(id))) return false
      await this.#phones.get(id)?.close()
      this.#phones.delete(id)
      this.#off.delete(id)
      rmSync(this.#folderOf(id), { recursive: true, force: true })
      return true
    })
  }

  async open(): Promise<void> {
    mkdirSync(path.join(this.#options.dataDir, 'phones'), { recursive: true, mode: 0o700 })
    for (const id of readdirSync(path.join(this.#options.dataDir, 'phones'))) {
      const stateFile = this.#stateFileOf(id)
      const { config, port = 0, isOff } = stateFile.value
      if (config === undefined) continue
      if (isOff) {
        this.#off.set(id, { id, host: HOST, port, isOn: false })
        continue
      }
      // A phone that cannot start must not stop the others; a PUT for it reports the error.
      await this.#start(stateFile, { ...DEFAULT_CONFIG, ...config }).catch((error: unknown) => {
        this.#options.onError?.(error)
      })
    }
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host: '127.0.0.1', port: this.#options.port ?? 0 }, resolve)
    })
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await this.#serialise(async () => {
      await Promise.all([...this.#phones.values()].map((phone) => phone.close()))
      this.#phones.clear()
    })
  }

  async #start(stateFile: StateFile<Partial<StoredPhone>>, config: PhoneConfig): Promise<VirtualPhone> {
    const folder = this.#folderOf(config.id)
    const phone = await VirtualPhone.start({
      config,
      folder,
      port: stateFile.value.port ?? 0,
      bootMs: this.#options.bootMs,
      onError: this.#options.onError,
    })
    stateFile.update((value) => Object.assign(value, { config, port: phone.port, isOff: false }))
    this.#phones.set(config.id, phone)
    this.#off.delete(config.id)
    return phone
  }

  /** The storage cannot be made smaller than its content. */
  #assertFits(id: string, { storageBytes }: PhoneConfig): void {
    if (sizeOfTree(path.join(this.#folderOf(id), 'files')) > storageBytes) {
      throw new RequestError(507, 'What is on the phone does not fit.')
    }
  }

  #folderOf(id: string): string {
    return path.join(this.#options.dataDir, 'phones', id)
  }

  #stateFileOf(id: string): StateFile<Partial<StoredPhone>> {
    mkdirSync(this.#folderOf(id), { recursive: true, mode: 0o700 })
    return new StateFile(path.join(this.#folderOf(id), 'phone.json'), {})
  }

  /** One operation at a time. */
  #serialise<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work)
    this.#work = result.catch(() => {})
    return result
  }
}

const addressOf = ({ config, host, port }: VirtualPhone): PhoneAddress => ({ id: config.id, host, port, isOn: true })

export async function startPhoneHost(options: PhoneHostOptions): Promise<PhoneHost> {
  const host = new PhoneHost(options)
  await host.open()
  return host
}
