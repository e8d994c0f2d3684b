import { ADB_DAEMON_DEFAULT_FEATURES, Adb, AdbDaemonTransport, type AdbSocket } from '@yume-chan/adb'
import { PhoneError } from '../errors.ts'
import type { PhoneKeys } from '../keys.ts'
import type { Clock } from '../operation.ts'
import { type Operation, startOperation, untilAborted } from '../operation.ts'
import { createAuthenticator, EMPTY_CREDENTIAL_STORE } from './authenticate.ts'
import { keepAlive } from './keep-alive.ts'
import { connectTcp, type PacketConnection } from './tcp.ts'

const CONNECT_TIMEOUT_MS = 5000
const ACCEPT_KEY_TIMEOUT_MS = 2000

/** One authenticated connection to a phone; after a failure it is replaced, never reused. */
export interface Link {
  readonly adb: Adb
  /** Aborted with a `PhoneError` once the connection is lost. */
  readonly disconnected: AbortSignal
  /** The operation ends with its deadline, with the link, or with `end()`. */
  begin(what: string, timeoutMs: number): Operation
  openSocket(service: string, operation: Operation): Promise<AdbSocket>
  pause(delayMs: number): Promise<void>
  close(): void
}

export interface LinkOptions {
  readonly host: string
  readonly port: number
  readonly keys: PhoneKeys
  readonly clock: Clock
  /** Time for the person at the phone to accept an unknown key. */
  readonly acceptKeyTimeoutMs?: number
}

export async function openLink(options: LinkOptions, signal: AbortSignal): Promise<Link> {
  const { host, port, clock } = options
  const operation = startOperation(
    { clock, what: `connecting to ${host}:${port}`, timeoutMs: CONNECT_TIMEOUT_MS },
    signal,
  )
  try {
    const connection = await connectTcp(host, port, options.keys, clock, operation.signal)
    try {
      return createLink(new Adb(await authenticate(options, connection, operation)), connection, clock)
    } catch (error) {
      connection.destroy(error instanceof PhoneError ? error : new PhoneError('lost', 'the phone spoke no ADB'))
      throw connection.disconnected.reason
    }
  } catch (error) {
    // A phone that accepts the connection and stays silent counts as unreachable.
    const isSilent = error instanceof PhoneError && error.kind === 'timeout'
    throw isSilent ? new PhoneError('unreachable', `${host}:${port} takes the connection but does not answer`) : error
  } finally {
    operation.end()
  }
}

async function authenticate(options: LinkOptions, connection: PacketConnection, operation: Operation) {
  const { host, port, keys, clock, acceptKeyTimeoutMs = ACCEPT_KEY_TIMEOUT_MS } = options
  const refused = new AbortController()
  const refusal = new PhoneError('unauthorised', `${host}:${port} does not know our key`)
  let isOffered = false
  let cancelRefusal = () => {}
  const onOffer = () => {
    isOffered = true
    operation.pause()
    cancelRefusal = clock.after(acceptKeyTimeoutMs, () => refused.abort(refusal))
  }
  const authenticating = AdbDaemonTransport.authenticate({
    serial: `${host}:${port}`,
    connection: connection.streams,
    credentialStore: EMPTY_CREDENTIAL_STORE,
    authenticators: [createAuthenticator(keys, onOffer)],
    features: ADB_DAEMON_DEFAULT_FEATURES,
    // With delayed acknowledgements Tango drops what it has not handed on when the phone closes a stream.
    initialDelayedAckBytes: 0,
  })
  try {
    const mustEnd = AbortSignal.any([operation.signal, connection.disconnected, refused.signal])
    return await untilAborted(mustEnd, authenticating)
  } catch (error) {
    // After the public key was offered, every failure means that it was not accepted.
    throw isOffered ? refusal : error
  } finally {
    cancelRefusal()
  }
}

function createLink(adb: Adb, connection: PacketConnection, clock: Clock): Link {
  adb.disconnected.catch(() => {}) // reported through `disconnected`
  let running = 0
  const stopWatching = keepAlive({
    clock,
    lastReceivedAtMs: connection.lastReceivedAtMs,
    isBusy: () => running > 0,
    // `sync:` is the one service that starts no process on the phone.
    probe: () => void adb.createSocket('sync:').then(closeQuietly, () => {}),
    onSilence: () => connection.destroy(new PhoneError('lost', 'the phone stopped answering')),
  })
  connection.disconnected.addEventListener('abort', stopWatching, { once: true })
  return {
    adb,
    disconnected: connection.disconnected,
    begin(what, timeoutMs) {
      const operation = startOperation({ clock, what, timeoutMs }, connection.disconnected)
      running += 1
      let isCounted = true
      const end = () => {
        operation.end()
        if (isCounted) running -= 1
        isCounted = false
      }
      operation.signal.addEventListener('abort', end, { once: true })
      return { ...operation, end }
    },
    openSocket: (service, operation) => openSocket(adb, service, operation),
    pause: (delayMs) => new Promise((resolve) => void clock.after(delayMs, resolve)),
    close: () => connection.destroy(new PhoneError('lost', 'the phone was closed')),
  }
}

/**
 * Tango never rejects an unanswered open, so a socket that arrives after the abort is closed here. The NUL is what AOSP's
 * client sends: adbd reads the name of a local socket up to one, past the end of the packet if need be.
 */
async function openSocket(adb: Adb, service: string, { signal, race }: Operation): Promise<AdbSocket> {
  const opening = adb.createSocket(`${service}\0`)
  opening.then(
    (socket) => (signal.aborted ? closeQuietly(socket) : signal.addEventListener('abort', () => closeQuietly(socket))),
    () => {},
  )
  try {
    return await race(opening)
  } catch (cause) {
    if (cause instanceof PhoneError) throw cause
    throw new PhoneError('unsupported', `the phone refuses "${service.split(':')[0]}"`, { cause })
  }
}

export async function closeQuietly(socket: AdbSocket): Promise<void> {
  // An unread chunk would hold up the phone, and a socket that is already closed throws.
  await Promise.allSettled([socket.readable.cancel(), socket.close()])
}
