import { BROWSER_PACKAGE, LAUNCHER_PACKAGE, SETTINGS_PACKAGE } from '../screen/built-in-apps.ts'
import { type CommandContext, CommandError, type Program, print, printError } from '../shell/command.ts'
import { type Options, readOptions } from './options.ts'
import { switchUser } from './user-programs.ts'

const VALUED = ['a', 'd', 'n', 'p', 'c', 't', 'f', 'i', 'user', 'display', 'windowingMode']
/** Options of an intent's extras, followed by a key and a value. */
const EXTRAS = /^(?:-e|--e(?:s|z|i|l|f|u|cn|ia|la|fa|sa|ial|lal|fal|sal|d|da|dal))$/

/** Without the extras, which no app here reads. */
function readIntent(given: readonly string[]): Options {
  const args: string[] = []
  for (let index = 0; index < given.length; index += 1) {
    const arg = given[index] ?? ''
    if (EXTRAS.test(arg)) index += 2
    else args.push(arg)
  }
  return readOptions(args, VALUED)
}

/** Operand of an intent: a component, a URI, or the package whose launcher entry is meant. */
const componentOf = ({ values, operands }: Options) =>
  values.get('n') ?? operands.find((text) => text.includes('/') && !text.includes(':'))
const dataOf = ({ values, operands }: Options) => values.get('d') ?? operands.find((text) => text.includes(':'))
const packageOf = ({ values, operands }: Options) => values.get('p') ?? operands.find((text) => !/[:/]/.test(text))

export const am: Program = async (context) => {
  const [verb = '', ...args] = context.args
  const { processes } = context.system
  switch (verb) {
    case 'start':
    case 'start-activity':
      return start(context, args)
    case 'force-stop':
    case 'kill':
      processes.stop(readOptions(args, ['user']).operands[0] ?? '')
      return 0
    case 'kill-all':
      processes.killBackground()
      return 0
    case 'broadcast':
      scanBroadcast(context, args)
      await print(context, `Broadcasting: ${intentText(args)}\nBroadcast completed: result=0\n`)
      return 0
    case 'get-current-user':
      await print(context, `${context.system.users.currentId}\n`)
      return 0
    case 'switch-user':
      return switchUser(context, args)
    case 'startservice':
    case 'start-service':
    case 'start-foreground-service':
    case 'stopservice':
      return startService(context, args)
    default:
      throw new CommandError(verb === '' ? 'a command is needed' : `Unknown command: ${verb}`, { exitCode: 255 })
  }
}

/** The media provider's receiver; what it cannot scan it leaves. */
function scanBroadcast({ system: { media } }: CommandContext, args: readonly string[]): void {
  const intent = readIntent(args)
  if (intent.values.get('a') !== 'android.intent.action.MEDIA_SCANNER_SCAN_FILE') return
  const { protocol, pathname } = URL.parse(dataOf(intent) ?? '') ?? { protocol: '', pathname: '' }
  if (protocol === 'file:') media.scan(decodeURIComponent(pathname))
}

function intentText(args: readonly string[]): string {
  const intent = readIntent(args)
  const { values } = intent
  const fields = [
    ['act', values.get('a')],
    ['cat', values.has('c') ? `[${values.get('c')}]` : undefined],
    ['dat', dataOf(intent)],
    ['cmp', componentOf(intent)],
    ['pkg', packageOf(intent)],
  ]
  const shown = fields.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`)
  return `Intent { ${shown.join(' ')} }`
}

async function start(context: CommandContext, args: readonly string[]): Promise<number> {
  const options = readIntent(args)
  const { flags, values } = options
  const intent = intentText(args)
  await print(context, `Starting: ${intent}\n`)
  const component = componentOf(options)
  const packageName = component?.split('/')[0] ?? packageOf(options)
  const data = dataOf(options)
  if (flags.has('S') && packageName !== undefined) context.system.processes.stop(packageName)
  if (component !== undefined && packageName !== undefined) {
    const activity = fullName(component)
    if (
      context.system.packages.find(packageName)?.activities?.includes(activity) === false ||
      !open(context, packageName)
    ) {
      await printError(context, `Error type 3\nError: Activity class {${packageName}/${activity}} does not exist.`)
      return 1
    }
    context.system.activities.started(packageName, activity)
    context.system.log.add('I', 'ActivityTaskManager', `START u0 {cmp=${component}} from uid 2000`)
  } else if (!openIntent(context, values, packageName, data)) {
    await printError(context, `Error: Activity not started, unable to resolve ${intent}`)
    return 1
  }
  if (flags.has('W')) await print(context, `Status: ok\nLaunchState: COLD\nTotalTime: 120\nWaitTime: 125\nComplete\n`)
  return 0
}

function openIntent(
  context: CommandContext,
  values: ReadonlyMap<string, string>,
  packageName: string | undefined,
  data: string | undefined,
): boolean {
  const { screen } = context.system
  if (data !== undefined) {
    if (!/^https?:\/\//i.test(data)) return false
    screen.openUrl(data)
    return true
  }
  if (packageName !== undefined) return open(context, packageName)
  if (values.get('c') === 'android.intent.category.HOME') {
    screen.home()
    return true
  }
  if (values.get('a') === 'android.intent.action.WEB_SEARCH') return open(context, BROWSER_PACKAGE)
  return values.get('a')?.startsWith('android.settings.') === true && open(context, SETTINGS_PACKAGE)
}

export function open({ system: { screen, packages } }: CommandContext, packageName: string): boolean {
  if (packageName === LAUNCHER_PACKAGE) {
    screen.home()
    return true
  }
  return packages.find(packageName) !== null && screen.openApp(packageName)
}

async function startService(context: CommandContext, args: readonly string[]): Promise<number> {
  await print(context, `Starting service: ${intentText(args)}\n`)
  const component = readIntent(args).values.get('n') ?? ''
  if (component === '' || context.system.packages.find(component.split('/')[0] ?? '') !== null) return 0
  await printError(context, 'Error: Not found; no service started.')
  return 255
}

/** `com.x/.Y` names the class `com.x.Y`. */
function fullName(component: string): string {
  const [packageName = '', name = ''] = component.split('/')
  return name.startsWith('.') ? `${packageName}${name}` : name
}

export const monkey: Program = async (context) => {
  const { values } = readOptions(context.args, ['p', 'c', 's', 'pct-syskeys', 'throttle'])
  const packageName = values.get('p') ?? ''
  if (!context.system.services.use('activity')) {
    await print(context, '** Error: Unable to connect to activity manager; is the system running?\n')
    return 253
  }
  if (!open(context, packageName)) {
    await print(context, '** No activities found to run, monkey aborted.\n')
    return 252
  }
  await print(
    context,
    `Events injected: 1\n## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)\n`,
  )
  return 0
}
