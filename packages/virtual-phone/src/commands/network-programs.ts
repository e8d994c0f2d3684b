import { CommandError, type Program } from '../shell/command.ts'
import { type Connection, copyBytes } from '../system/bytes.ts'
import { readOptions } from './options.ts'

/** Connects to sockets inside the phone, as adb forwards and reverses do. */
const nc: Program = async (context) => {
  const { flags, values, operands } = readOptions(context.args, ['p', 'w', 'q', 's'])
  const { network } = context.system
  if (flags.has('l')) {
    const name = `tcp:${values.get('p') ?? operands.at(-1) ?? ''}`
    const { promise, resolve } = Promise.withResolvers<Connection | null>()
    const stop = network.listen(name, resolve)
    context.signal.addEventListener('abort', () => resolve(null), { once: true })
    const connection = await promise
    stop()
    return connection === null ? 130 : relay(context, connection)
  }
  const [host = '', port = ''] = flags.has('U') ? [] : operands
  if (!flags.has('U') && !['localhost', '127.0.0.1'].includes(host)) throw new CommandError('Network is unreachable')
  const name = flags.has('U') ? `localabstract:${(operands[0] ?? '').replace(/^@/, '')}` : `tcp:${port}`
  if (network.findListener(name) === null) throw new CommandError('connect: Connection refused')
  return relay(context, network.connect(name))
}

/** Runs until the other end closes; the end of stdin does not close the connection. */
async function relay({ stdin, stdout, signal }: Parameters<Program>[0], connection: Connection): Promise<number> {
  const close = () => connection.close()
  signal.addEventListener('abort', close, { once: true })
  void copyBytes(stdin, connection).catch(() => {})
  try {
    await copyBytes(connection, stdout)
  } finally {
    close()
    signal.removeEventListener('abort', close)
  }
  return 0
}

export const networkPrograms: Readonly<Record<string, Program>> = { nc }
