import { type Connection, copyBytes, toBytes } from '../system/bytes.ts'
import type { PhoneNetwork } from '../system/network.ts'
import type { AdbStream } from './stream.ts'
import type { Transport } from './transport.ts'

interface Reverse {
  target: string
  transport: Transport
  stop(): void
}

/** `adb reverse`: sockets of the phone that lead to the host, removed with the transport that requested them. */
export class Reverses {
  readonly #network: PhoneNetwork
  readonly #reverses = new Map<string, Reverse>()

  constructor(network: PhoneNetwork) {
    this.#network = network
  }

  async serve(transport: Transport, stream: AdbStream, request: string): Promise<void> {
    await stream.write(toBytes(this.#answer(transport, request)))
    await stream.end()
  }

  endOf(transport: Transport): void {
    for (const [name, reverse] of this.#reverses) if (reverse.transport === transport) this.#stop(name)
  }

  #answer(transport: Transport, request: string): string {
    const [verb, rest] = splitOnce(request, ':')
    switch (verb) {
      case 'forward':
        return this.#start(transport, rest)
      case 'list-forward':
        return lengthAndText(this.#list())
      case 'killforward':
        return this.#stop(rest) ? 'OKAY' : fail(`listener '${rest}' not found`)
      case 'killforward-all':
        for (const name of this.#reverses.keys()) this.#stop(name)
        return 'OKAY'
      default:
        return fail(`unknown request '${verb}'`)
    }
  }

  #start(transport: Transport, request: string): string {
    const keepsOld = request.startsWith('norebind:')
    const [given, target] = splitOnce(keepsOld ? request.slice('norebind:'.length) : request, ';')
    if (!/^(tcp:\d+|local\w*:.+)$/.test(given) || target === '') return fail(`bad forward: ${request}`)
    const isAnyPort = given === 'tcp:0'
    const port = isAnyPort ? String(this.#network.freePort()) : ''
    const name = isAnyPort ? `tcp:${port}` : given
    if (keepsOld && this.#reverses.has(name)) return fail(`cannot rebind existing socket`)
    this.#stop(name)
    try {
      const stop = this.#network.listen(name, (inside) => void join(transport, target, inside))
      this.#reverses.set(name, { target, transport, stop })
    } catch (error) {
      return fail(error instanceof Error ? error.message : 'cannot listen')
    }
    return isAnyPort ? `OKAY${lengthAndText(port)}` : 'OKAY'
  }

  #stop(name: string): boolean {
    this.#reverses.get(name)?.stop()
    return this.#reverses.delete(name)
  }

  #list(): string {
    return [...this.#reverses].map(([name, { target }]) => `host ${name} ${target}\n`).join('')
  }
}

/** Pipes both ways until either side has ended. */
async function join(transport: Transport, target: string, inside: Connection): Promise<void> {
  const outside = await transport.open(target).catch(() => null)
  if (outside === null) return inside.close()
  await Promise.allSettled([
    copyBytes(outside, inside).finally(() => inside.close()),
    copyBytes(inside, outside).finally(() => outside.end()),
  ])
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const lengthAndText = (text: string) => `${Buffer.byteLength(text).toString(16).padStart(4, '0')}${text}`
const fail = (message: string) => `FAIL${lengthAndText(message)}`
