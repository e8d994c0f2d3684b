import type { AttachedPhones } from '../../../platform/attached-phones.ts'
import { SupplierError } from '../../../platform/supplier.ts'
import type { PhoneFarm } from './farm.ts'

/**
 * Attached phones, and those of another farm behind them. Attached ones are assigned first. Optional abilities are the
 * other farm's: an attached phone has no power switch and keeps its image and size.
 */
export function createAttachedFarm(attached: AttachedPhones, other: PhoneFarm): PhoneFarm {
  const find = (phoneId: string) => asSupplier(attached.find(phoneId))
  const isAttached = async (phoneId: string): Promise<boolean> => (await find(phoneId)) !== null
  const { enableDebugging, setPower, setImage } = other
  /** Ids that wait for an attached phone. Without another farm there is no phone behind them. */
  const waiting = new Set<string>()
  return {
    async provision(order, signal) {
      const claimed = await asSupplier(attached.claim(order))
      waiting.delete(order.phoneId)
      if (claimed === 'erasing') {
        waiting.add(order.phoneId)
        // Retried until the deadline of the task, as for any phone that does not answer yet.
        throw new SupplierError('unreachable', 'the phone of this place is being erased')
      }
      return claimed ?? other.provision(order, signal)
    },
    find: async (phoneId, signal) => (await find(phoneId)) ?? other.find(phoneId, signal),
    ...(enableDebugging && {
      enableDebugging: async (phoneId, signal) =>
        (await isAttached(phoneId)) ? false : enableDebugging(phoneId, signal),
    }),
    ...(setPower && {
      setPower: async (phoneId, isOn, signal) => {
        if (!(await isAttached(phoneId))) await setPower(phoneId, isOn, signal)
      },
    }),
    ...(setImage && {
      setImage: async (phoneId, imageVersion, signal) => {
        if (await isAttached(phoneId)) throw unchangeable()
        await setImage(phoneId, imageVersion, signal)
      },
    }),
    resize: async (phoneId, size, signal) => {
      if (await isAttached(phoneId)) throw unchangeable()
      await other.resize(phoneId, size, signal)
    },
    async findFixed(phoneIds) {
      const fixed = await asSupplier(attached.findAttached(phoneIds))
      const others = phoneIds.filter((phoneId) => !fixed.has(phoneId))
      return new Set([...fixed, ...((await other.findFixed?.(others)) ?? [])])
    },
    async remove(phoneId, erase, signal) {
      if (!(await isAttached(phoneId))) {
        if (waiting.delete(phoneId) && other === noFarm) return
        return other.remove(phoneId, erase, signal)
      }
      // Still claimed, so that nobody gets it before it is empty.
      await erase()
      await asSupplier(attached.release(phoneId))
    },
    ownsAddress: (address, signal) => other.ownsAddress(address, signal),
  }
}

/** A process without phones of its own: others cannot be seen from here, which is no reason to give them up. */
export const noFarm: PhoneFarm = {
  provision: async () => {
    throw new SupplierError('noStock', 'no attached phone is free')
  },
  find: async () => {
    throw unseen()
  },
  resize: async () => {
    throw unseen()
  },
  remove: async () => {
    throw unseen()
  },
  ownsAddress: async () => false,
}

const unseen = () => new SupplierError('unreachable', 'this process has no farm')
const unchangeable = () => new SupplierError('unsupported', 'a phone that stands somewhere stays as it is')

/** Without the database nothing is known about the phone. */
const asSupplier = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (cause) {
    throw new SupplierError('unreachable', 'the list of attached phones cannot be read', { cause })
  }
}
