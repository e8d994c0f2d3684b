import { SupplierType } from '@yunji/contract/devices/device/enums'
import { type HostAndPort, OLDEST_SDK, type ProbeFacts, type ProbeProblem } from '@yunji/contract/operator/phones'
import type { Clock } from '../../../platform/clock.ts'
import { limitConcurrency, QueueFullError } from '../../../platform/concurrency.ts'
import { AppError } from '../../../platform/errors.ts'
import { type PhoneFacts, SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { resolveHost } from './phone-address.ts'

export interface ProbeDeps {
  readonly clock: Clock
  readonly suppliers: Suppliers
  readonly mayAttachLoopback: boolean
}

const PROBE_DEADLINE_MS = 25_000
const AT_ONCE = 8
const QUEUE_LENGTH = 32

const limited = limitConcurrency(AT_ONCE, QUEUE_LENGTH)

const unknown = {
  roundTripMs: null,
  androidVersion: '',
  model: '',
  screen: '',
  storageBytes: null,
  freeBytes: null,
  hasEncoder: null,
} as const

const problemOf = ({ isBooted, sdk, hasEncoder }: PhoneFacts): ProbeProblem | null => {
  if (!isBooted) return 'notBooted'
  if (sdk !== null && sdk < OLDEST_SDK) return 'oldAndroid'
  return hasEncoder === false ? 'noEncoder' : null
}

/** The address that a name stands for at this moment; null when it stands for none. */
export const resolveAddress = async (
  { mayAttachLoopback }: Pick<ProbeDeps, 'mayAttachLoopback'>,
  { host, port }: HostAndPort,
): Promise<HostAndPort | null> => {
  const address = await resolveHost(host, mayAttachLoopback)
  if (address === 'forbidden')
    throw new AppError('SHOW_ERROR_TIP', { text: '不能使用这个地址：它是平台自己的机器，或不会有手机的保留地址' })
  return address === null ? null : { host: address, port }
}

/**
 * Looks at a phone at a resolved address. Whatever else answers there is called unreachable: an operator learns nothing
 * about other services of the network.
 */
export const probeAddress = async (
  { clock, suppliers }: ProbeDeps,
  address: HostAndPort | null,
): Promise<ProbeFacts> => {
  const probedAt = clock.now().getTime()
  const failed = (problem: ProbeProblem): ProbeFacts => ({ problem, probedAt, ...unknown })
  if (address === null) return failed('unreachable')
  try {
    const supplier = suppliers.of(SupplierType.selfHosted)
    const signal = AbortSignal.timeout(PROBE_DEADLINE_MS)
    const facts = await limited(async () => supplier.probe?.(address, signal))
    if (!facts) return failed('unreachable')
    const { isBooted: _isBooted, sdk: _sdk, ...told } = facts
    return { problem: problemOf(facts), probedAt, ...told }
  } catch (error) {
    if (error instanceof QueueFullError) throw new AppError('RATE_LIMITED')
    const isRefused = error instanceof SupplierError && error.kind === 'unauthorised'
    return failed(isRefused ? 'unauthorised' : 'unreachable')
  }
}
