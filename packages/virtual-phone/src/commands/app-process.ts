import { startScrcpyServer } from '../scrcpy/server.ts'
import type { PhoneSocket, ScrcpyContext } from '../scrcpy/types.ts'
import { type CommandContext, CommandError, type Program, print, printError } from '../shell/command.ts'
import type { Connection } from '../system/bytes.ts'

const SCRCPY_SERVER = 'com.genymobile.scrcpy.Server'

/** `app_process`, which starts a Java class; here scrcpy's server only. */
const appProcess: Program = async (context) => {
  const at = context.args.indexOf(SCRCPY_SERVER)
  if (at < 0) throw new CommandError('there is no such class here')
  const jar = context.environment.get('CLASSPATH') ?? ''
  if (context.system.files.find(jar) === null) throw new CommandError(`Error: could not find class '${SCRCPY_SERVER}'`)
  const run = startScrcpyServer(scrcpyContext(context), context.args.slice(at + 1))
  const stop = () => run.stop()
  context.signal.addEventListener('abort', stop, { once: true })
  if (context.signal.aborted) stop()
  return run.done.finally(() => context.signal.removeEventListener('abort', stop))
}

function scrcpyContext(context: CommandContext): ScrcpyContext {
  const { system } = context
  return {
    model: system.properties.get('ro.product.model'),
    androidVersion: system.properties.get('ro.build.version.release'),
    screen: system.screen,
    host: system.host,
    refusesProfile: system.config.refusesProfile,
    hasService: (name) => system.services.use(name),
    listen: (name, onConnection) =>
      system.network.listen(`localabstract:${name}`, (connection) => onConnection(pushing(connection))),
    connectReverse: async (name) => pushing(system.network.connect(`localabstract:${name}`)),
    // A closed log does not end the server.
    print: (line) => void print(context, `${line}\n`).catch(() => {}),
    printError: (line) => void printError(context, line).catch(() => {}),
  }
}

/** Push interface over a pull connection; chunks are acknowledged when the listener has returned. */
function pushing(connection: Connection): PhoneSocket {
  return {
    write: (bytes) => connection.write(bytes),
    onData(listener) {
      const pump = async () => {
        for (let chunk = await connection.read(); chunk !== null; chunk = await connection.read()) listener(chunk)
      }
      void pump().catch(() => connection.close())
    },
    onClose: (listener) => void connection.closed.then(listener),
    close: () => connection.close(),
  }
}

export const appProcessPrograms: Readonly<Record<string, Program>> = {
  app_process: appProcess,
  app_process64: appProcess,
}
