import { setTimeout as delay } from 'node:timers/promises'
import { SupplierType } from '@yunji/contract/devices/device/enums'
import { copyData } from '@yunji/phone-driver/copy-data'
import { PhoneError } from '@yunji/phone-driver/errors'
import type { PhoneKeys } from '@yunji/phone-driver/keys'
import { untilAborted } from '@yunji/phone-driver/operation'
import { findScrcpyServer } from '@yunji/phone-driver/scrcpy-server'
import type { Phone } from '@yunji/phone-driver/types'
import {
  type Batch,
  type OnStage,
  type PhoneCommand,
  type PhoneReachability,
  type PhoneResult,
  type Supplier,
  type SupplierCapabilities,
  SupplierError,
} from '../../../platform/supplier.ts'
import { createBackup } from './backups.ts'
import { openConnection } from './connection.ts'
import { toSupplierError, withSupplierErrors } from './errors.ts'
import type { PhoneFarm } from './farm.ts'
import { PhonePool } from './phone-pool.ts'
import { isPhoneUp, probePhone } from './probe.ts'

const CAPABILITIES: SupplierCapabilities = {
  commands: new Set(['reboot', 'freeMemory', 'clearCaches', 'factoryReset', 'openUrl', 'uninstall', 'startApp']),
  batchLimit: 50,
  concurrency: 16,
  stream: 'gateway',
  hasCallbacks: false,
  canInstall: true,
}

/** A new phone boots first. */
const BOOT_TIMEOUT_MS = 120_000
const BOOT_POLL_MS = 100
/** Time limit of the query to the farm about an unreachable phone; beyond it the farm counts as unreachable. */
const FARM_ANSWER_MS = 5000
/** Start of the phone's init process, in nanoseconds. */
const BOOT_MARK = 'ro.boottime.init'

interface SelfHostedOptions {
  readonly farm: PhoneFarm
  readonly keys: PhoneKeys
  readonly log?: (text: string) => void
  /** Virtual ones bring their own screen server. */
  readonly hasRealPhones?: () => Promise<boolean>
  readonly findServer?: typeof findScrcpyServer
}

/** Self-hosted phones over ADB. Synchronous: calls return when the work is done, without supplier tasks. */
export function createSelfHostedSupplier({
  farm,
  keys,
  log = () => {},
  hasRealPhones = async () => false,
  findServer = findScrcpyServer,
}: SelfHostedOptions): Supplier {
  const pool = new PhonePool({ farm, keys, log })
  const never = new AbortController().signal
  /** Reasons of phones that could not be erased, until they are. */
  const notErased = new Map<string, string>()

  const health = async (phoneId: string, signal: AbortSignal = never): Promise<PhoneReachability> => {
    try {
      const { isBooted } = await pool.with(phoneId, (phone) => phone.health(), signal)
      return isBooted ? 'up' : 'down'
    } catch (error) {
      if (error instanceof SupplierError && error.kind === 'unknownPhone') return 'down'
      return farm.find(phoneId, AbortSignal.timeout(FARM_ANSWER_MS)).then(
        (found) => (found?.isOff ? 'off' : isRefusal(error) ? 'refused' : 'down'),
        () => 'unseen',
      )
    }
  }

  const onEach = async (
    phoneIds: readonly string[],
    signal: AbortSignal,
    work: (phoneId: string) => Promise<unknown>,
  ): Promise<Batch> => {
    if (phoneIds.length > CAPABILITIES.batchLimit) throw new SupplierError('throttled', 'too many phones at once')
    const results = await mapInParallel(phoneIds, (phoneId) => resultOf(phoneId, () => work(phoneId), signal))
    return { kind: 'done', results }
  }

  return {
    type: SupplierType.selfHosted,
    capabilities: CAPABILITIES,

    async findProblems() {
      const isServerMissing = !(await findServer()) && (await hasRealPhones())
      const phones = [...notErased].map(([phoneId, reason]) => ({
        problem: 'phoneNotErased' as const,
        detail: `${phoneId}: ${reason}`,
      }))
      return [...(isServerMissing ? [{ problem: 'scrcpyServerMissing' as const }] : []), ...phones]
    },

    async provision(order, signal = never, onStage) {
      await farm.provision(order, signal)
      onStage?.(order.phoneId, 'made')
      await withSupplierErrors(pool.with(order.phoneId, (phone) => waitUntilBooted(phone, signal), signal))
    },

    async resize(phoneId, size, signal = never, onStage) {
      await farm.resize(phoneId, size, signal)
      onStage?.(phoneId, 'away')
      await withSupplierErrors(pool.with(phoneId, (phone) => waitUntilBooted(phone, signal), signal))
    },

    ...(farm.findFixed && { findFixed: (phoneIds) => farm.findFixed?.(phoneIds) ?? Promise.resolve(new Set()) }),

    release: (phoneIds, signal = never) =>
      onEach(phoneIds, signal, async (phoneId) => {
        const erase = () => pool.with(phoneId, (phone) => phone.factoryReset(), signal)
        await farm.remove(phoneId, erase, signal).catch((error: unknown) => {
          if (error instanceof PhoneError && error.kind === 'notErased') notErased.set(phoneId, error.message)
          throw error
        })
        notErased.delete(phoneId)
        await pool.forget(phoneId)
      }),

    run: (command, phoneIds, signal = never, onStage = () => undefined) =>
      onEach(phoneIds, signal, (phoneId) =>
        pool.with(phoneId, (phone) => reportStages(phone, phoneId, onStage, () => runCommand(phone, command)), signal),
      ),

    bootMark: (phoneId, signal = never) =>
      withSupplierErrors(
        pool.with(phoneId, async (phone) => (await phone.run(['getprop', BOOT_MARK])).stdout.trim(), signal),
      ),

    findTask: async () => ({ isOver: true, results: [] }),

    health,

    ...(farm.enableDebugging && {
      enableDebugging: async (phoneId, signal = never) => (await farm.enableDebugging?.(phoneId, signal)) ?? false,
    }),

    ...(farm.setPower && {
      switchPower: async (phoneId, isOn, signal = never) => {
        await farm.setPower?.(phoneId, isOn, signal)
        if (isOn) await withSupplierErrors(pool.with(phoneId, (phone) => waitUntilBooted(phone, signal), signal))
        else await pool.forget(phoneId)
      },
    }),

    ...(farm.setImage && {
      updateImage: async (phoneId, imageVersion, signal = never, onStage) => {
        await farm.setImage?.(phoneId, imageVersion, signal)
        onStage?.(phoneId, 'away')
        await withSupplierErrors(pool.with(phoneId, (phone) => waitUntilBooted(phone, signal), signal))
      },
    }),

    copyData: (fromPhoneId, toPhoneId, signal = never, onProgress = () => undefined) => {
      const copy = (source: Phone, target: Phone) =>
        source.usedStorageBytes().then((totalBytes) =>
          copyData(source, target, {
            signal,
            onProgress: (doneBytes) => onProgress((100 * doneBytes) / Math.max(1, totalBytes)),
          }),
        )
      const work = pool.with(
        fromPhoneId,
        (source) => pool.with(toPhoneId, (target) => copy(source, target), signal),
        signal,
      )
      return withSupplierErrors(work)
    },

    createBackup: (phoneId, options) => createBackup(pool, phoneId, options),
    restoreBackup: (phoneId, tar, plan, options) =>
      withSupplierErrors(pool.with(phoneId, (phone) => phone.restoreBackup(tar, plan, options), options.signal)),
    describePhone: (phoneId, signal = never) =>
      withSupplierErrors(pool.with(phoneId, (phone) => phone.describe(), signal)),
    recoverRestore: (phoneId, signal = never) =>
      withSupplierErrors(pool.with(phoneId, (phone) => phone.recoverRestore(), signal)),

    async listApps(phoneId, signal = never) {
      const apps = await withSupplierErrors(pool.with(phoneId, (phone) => phone.listApps(), signal))
      return apps.map(({ packageName, name, versionName, versionCode, isSystem }) => ({
        packageName,
        name: name ?? packageName,
        versionName: versionName ?? String(versionCode),
        isSystem,
      }))
    },

    async screenshot(phoneId, signal = never) {
      const { width, height, rgba } = await withSupplierErrors(
        pool.with(phoneId, (phone) => phone.screenshotRaw(), signal),
      )
      return { format: 'rgba', width, height, data: rgba }
    },

    usedStorageBytes: (phoneId, signal = never) =>
      withSupplierErrors(pool.with(phoneId, (phone) => phone.usedStorageBytes(), signal)),

    probe: (address, signal) => withSupplierErrors(probePhone(address, keys, signal)),
    isUp: (address, signal) => isPhoneUp(address, keys, signal),
    ownsAddress: (address, signal) => farm.ownsAddress(address, signal),

    openConnection: (phoneId) => openConnection(pool, phoneId),
    close: () => pool.close(),
  }
}

/** The host answered that nothing listens on the port, or the phone that it does not accept our key. */
const isRefusal = (error: unknown): boolean =>
  error instanceof PhoneError &&
  (error.kind === 'unauthorised' || (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED')

/** Reports loss and return of the connection while the phone works. */
async function reportStages(
  phone: Phone,
  phoneId: string,
  onStage: OnStage,
  work: () => Promise<unknown>,
): Promise<void> {
  const stop = phone.onState((state) => onStage(phoneId, state === 'online' ? 'back' : 'away'))
  try {
    await work()
  } finally {
    stop()
  }
}

function runCommand(phone: Phone, command: PhoneCommand): Promise<unknown> {
  switch (command.kind) {
    case 'reboot':
      return phone.reboot()
    case 'freeMemory':
      return phone.freeMemory()
    case 'clearCaches':
      return phone.clearCaches()
    case 'factoryReset':
      return phone.factoryReset()
    case 'openUrl':
      return phone.openUrl(command.url)
    case 'uninstall':
      return phone.uninstall(command.packageName)
    case 'startApp':
      return phone.startApp(command.packageName)
  }
}

/** A failure on one phone is its own result and does not affect the others. */
async function resultOf(phoneId: string, work: () => Promise<unknown>, signal: AbortSignal): Promise<PhoneResult> {
  try {
    signal.throwIfAborted()
    await untilAborted(signal, work())
    return { phoneId }
  } catch (error) {
    if (signal.aborted) return { phoneId, error: new SupplierError('timeout', 'nobody waits for it any more') }
    const known = toSupplierError(error)
    if (known instanceof SupplierError) return { phoneId, error: known }
    return { phoneId, error: new SupplierError('commandFailed', 'something unexpected happened', { cause: error }) }
  }
}

async function waitUntilBooted(phone: Phone, signal: AbortSignal): Promise<void> {
  const mustEnd = AbortSignal.any([signal, AbortSignal.timeout(BOOT_TIMEOUT_MS)])
  while (!mustEnd.aborted) {
    const { isBooted } = await phone.health().catch(waitForUnreachable)
    if (isBooted) return
    await delay(BOOT_POLL_MS)
  }
  throw new SupplierError('timeout', 'the phone does not start')
}

/** An unreachable phone may still be booting; a refused key is final. */
function waitForUnreachable(error: unknown): { isBooted: boolean } {
  if (error instanceof PhoneError && error.kind === 'unauthorised') throw error
  return { isBooted: false }
}

async function mapInParallel<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: CAPABILITIES.concurrency }, worker))
  return results
}
