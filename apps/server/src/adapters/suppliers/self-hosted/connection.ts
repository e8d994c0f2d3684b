import type { PhoneState } from '@yunji/phone-driver/types'
import type { PhoneConnection } from '../../../platform/phone-connection.ts'
import { SupplierError } from '../../../platform/supplier.ts'
import { withSupplierErrors } from './errors.ts'
import type { PhonePool, PooledPhone } from './phone-pool.ts'

/** One use of a phone's pooled connection, opened on first need. */
export function openConnection(pool: PhonePool, phoneId: string): PhoneConnection {
  const listeners = new Set<(state: PhoneState) => void>()
  let acquiring: Promise<PooledPhone> | null = null
  let current: PooledPhone | null = null
  let stopListening = () => {}
  let isClosed = false

  const take = async (): Promise<PooledPhone> => {
    const taken = await withSupplierErrors(pool.acquire(phoneId))
    if (isClosed) {
      taken.release()
      throw new SupplierError('lost', 'the connection was closed')
    }
    release()
    current = taken
    stopListening = taken.phone.onState((state) => {
      for (const listener of listeners) listener(state)
    })
    return taken
  }
  const release = (): void => {
    stopListening()
    current?.release()
    current = null
  }
  /** The current connection while it works; otherwise the pool locates the phone again. */
  const phone = async () => {
    if (isClosed) throw new SupplierError('lost', 'the connection was closed')
    if (current?.phone.state === 'online') return current.phone
    acquiring ??= take().finally(() => (acquiring = null))
    return (await acquiring).phone
  }

  return {
    get state() {
      return current?.phone.state ?? 'offline'
    },
    onState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    openScreen: (options) => withSupplierErrors(phone().then((it) => it.openScreen(options))),
    list: (path) => withSupplierErrors(phone().then((it) => it.list(path))),
    pull: (path) => withSupplierErrors(phone().then((it) => it.pull(path))),
    push: (path, { body, onProgress }) =>
      withSupplierErrors(
        phone().then(async (it) => void (await it.push(path, body, { onProgress, isShownInGallery: true }))),
      ),
    install: ({ body, sizeBytes, onProgress }) =>
      withSupplierErrors(phone().then((it) => it.install(body, sizeBytes, onProgress))),
    installArchive: ({ body, sizeBytes, ...options }) =>
      withSupplierErrors(phone().then((it) => it.installArchive(body, sizeBytes, options))),
    readClipboard: () => withSupplierErrors(phone().then((it) => it.getClipboard())),
    close() {
      isClosed = true
      listeners.clear()
      release()
    },
  }
}
