import { type CommandContext, CommandError, type Program, print, printError } from '../shell/command.ts'
import { SETTING_SPACES, type SettingSpace } from '../system/saved-state.ts'
import { am } from './activity-programs.ts'
import { connectivity, inputMethod, location, lockSettings, locksettings } from './device-programs.ts'
import { log, logcat } from './logcat.ts'
import { readOptions } from './options.ts'
import { pm } from './package-programs.ts'
import { statusbar, wm } from './screen-programs.ts'

const settings: Program = async (context) => {
  // A value may begin with a dash.
  const operands = context.args.filter((arg, index, all) => arg !== '--user' && all[index - 1] !== '--user')
  const [verb = '', given = '', name = '', value] = operands
  const space = SETTING_SPACES.find((known) => known === given)
  if (space === undefined) throw new CommandError(`Invalid namespace '${given}'`, { exitCode: 255 })
  return changeSettings(context, verb, space, name, value)
}

async function changeSettings(
  context: CommandContext,
  verb: string,
  space: SettingSpace,
  name: string,
  value: string | undefined,
): Promise<number> {
  const values = context.system.settings
  switch (verb) {
    case 'get':
      await print(context, `${values.get(space, name) ?? 'null'}\n`)
      return 0
    case 'put':
      if (name === '' || value === undefined) throw new CommandError('Bad arguments', { exitCode: 255 })
      if (!values.set(space, name, isProviders(space, name) ? changedProviders(context, value) : value))
        throw new CommandError('there is no room for more settings')
      return 0
    case 'delete':
      await print(context, `Deleted ${Number(values.delete(space, name))} rows\n`)
      return 0
    case 'list':
      await print(
        context,
        values
          .list(space)
          .map(([key, text]) => `${key}=${text}\n`)
          .join(''),
      )
      return 0
    default:
      throw new CommandError(`Invalid command: ${verb}`, { exitCode: 255 })
  }
}

const isProviders = (space: SettingSpace, name: string) => space === 'secure' && name === 'location_providers_allowed'

/** `+gps` and `-gps` change the list of location providers; the settings provider takes nothing else. */
function changedProviders({ system: { settings: values } }: CommandContext, change: string): string {
  const allowed = (values.get('secure', 'location_providers_allowed') ?? '').split(',').filter(Boolean)
  const changes = change.split(',').map((each) => [each.charAt(0), each.slice(1)] as const)
  const added = changes.flatMap(([sign, name]) => (sign === '+' ? name : []))
  const removed = new Set(changes.flatMap(([sign, name]) => (sign === '-' ? name : [])))
  return [...new Set([...allowed, ...added])].filter((name) => !removed.has(name)).join(',')
}

const svc: Program = ({ args, system }) => {
  const [service, verb] = args
  if (service === 'power' && verb === 'reboot') system.reboot()
  return 0
}

/** Of the media provider, `call --method scan_file` (since Android 11) and `query` of its files. */
async function mediaContent(
  context: CommandContext,
  verb: string,
  values: ReadonlyMap<string, string>,
): Promise<number> {
  const { media, properties, services } = context.system
  if (!services.use('media')) throw new CommandError('Error while accessing provider:media', { exitCode: 0 })
  if (verb === 'query') {
    const rows = media.list().map((path, index) => `Row: ${index} _data=${path}\n`)
    await print(context, rows.length === 0 ? 'No result found.\n' : rows.join(''))
    return 0
  }
  const canScan = verb === 'call' && values.get('method') === 'scan_file'
  if (!canScan || Number(properties.get('ro.build.version.sdk')) < 30) {
    throw new CommandError(`Unsupported call: ${values.get('method') ?? ''}`, { exitCode: 0 })
  }
  const id = media.scan(values.get('arg') ?? '')
  await print(context, `Result: Bundle[{uri=${id === null ? null : `content://media/external_primary/file/${id}`}}]\n`)
  return 0
}

const CONTENT_OPTIONS = ['uri', 'where', 'projection', 'bind', 'user', 'sort', 'method', 'arg', 'extra']

/** The providers of settings and media exist. */
const content: Program = async (context) => {
  const { values, operands } = readOptions(context.args, CONTENT_OPTIONS)
  if (/^content:\/\/media\b/.test(values.get('uri') ?? '')) return mediaContent(context, operands[0] ?? '', values)
  const [, given, name] = /^content:\/\/settings\/(\w+)(?:\/(.+))?$/.exec(values.get('uri') ?? '') ?? []
  const space = SETTING_SPACES.find((known) => known === given)
  const [, provider = ''] = /^content:\/\/([^/]*)/.exec(values.get('uri') ?? '') ?? []
  if (provider !== 'settings') {
    await printError(
      context,
      `Error while accessing provider:${provider}\njava.lang.IllegalStateException: Could not find provider: ${provider}`,
    )
    return 0
  }
  if (operands[0] !== 'query' || space === undefined) {
    await print(context, 'No result found.\n')
    return 0
  }
  const rows = context.system.settings.list(space).filter(([key]) => name === undefined || key === name)
  await print(context, rows.map(([key, value], index) => `Row: ${index} name=${key}, value=${value}\n`).join(''))
  return 0
}

const reboot: Program = ({ system }) => {
  system.reboot()
  return 0
}

async function notification(context: CommandContext, args: readonly string[]): Promise<number> {
  const { host, now } = context.system
  const { values, operands } = readOptions(args.slice(1), ['t', 'S', 'i', 'I', 'c'])
  if (args[0] !== 'post') throw new CommandError(`Unknown command: ${args[0] ?? ''}`, { exitCode: 255 })
  const [tag = '', text = ''] = operands
  const key = `0|com.android.shell|2020|${tag}|2000`
  const title = values.get('t') ?? tag
  host.postNotification({ key, packageName: 'com.android.shell', title, text, postedAt: now().getTime() })
  await print(context, `posting:\n  ${title}: ${text}\n`)
  return 0
}

const volume: Program = async (context) => {
  const { values } = readOptions(context.args.slice(1), ['stream', 'set', 'adj'])
  const { host } = context.system
  if (values.has('set')) host.setVolume(Number(values.get('set')) || 0)
  if (values.has('adj')) host.setVolume(host.getVolume().level + (values.get('adj') === 'raise' ? 1 : -1))
  const { level, max } = host.getVolume()
  await print(context, `[v] volume is ${level} in range [0..${max}]\n`)
  return 0
}

/** Programs of services; `cmd package …` is `pm …`. */
const SERVICES: Readonly<Record<string, Program>> = {
  activity: am,
  connectivity,
  input_method: inputMethod,
  location,
  lock_settings: lockSettings,
  media_session: volume,
  notification: (context) => notification(context, context.args),
  package: pm,
  settings,
  statusbar: (context) => statusbar(context, context.args),
  window: wm,
}

const cmd: Program = (context) => {
  const [service = '', ...args] = context.args
  const program = Object.hasOwn(SERVICES, service) ? SERVICES[service] : undefined
  if (program === undefined || !context.system.services.use(service)) {
    throw new CommandError(`Can't find service: ${service}`, { exitCode: 20 })
  }
  return program({ ...context, args })
}

/** Services that answer no `cmd`. */
const OTHER_SERVICES = new Set(['clipboard', 'input', 'power', 'SurfaceFlinger'])

/** `service check name` and `service list`. */
const serviceProgram: Program = async (context) => {
  const [verb = '', name = ''] = context.args
  if (verb === 'list') {
    const { services } = context.system
    const names = [...Object.keys(SERVICES), ...OTHER_SERVICES].toSorted().filter((each) => services.use(each))
    const lines = names.map((each, index) => `${index}\t${each}: []\n`)
    await print(context, `Found ${names.length} services:\n${lines.join('')}`)
    return 0
  }
  if (verb !== 'check' || name === '') throw new CommandError('No service specified for check', { exitCode: 10 })
  const isKnown = Object.hasOwn(SERVICES, name) || OTHER_SERVICES.has(name)
  await print(context, `Service ${name}: ${isKnown && context.system.services.use(name) ? 'found' : 'not found'}\n`)
  return 0
}

/** On a real phone these are scripts that call `cmd`. */
const throughCmd =
  (service: string): Program =>
  (context) =>
    context.run(['cmd', service, ...context.args])

export const servicePrograms: Readonly<Record<string, Program>> = {
  am: throughCmd('activity'),
  cmd,
  content,
  getenforce: async (context) => {
    await print(context, 'Permissive\n')
    return 0
  },
  ime: throughCmd('input_method'),
  locksettings,
  log,
  logcat,
  media: throughCmd('media_session'),
  pm: throughCmd('package'),
  reboot,
  service: serviceProgram,
  setenforce: () => 0,
  settings: throughCmd('settings'),
  svc,
  wm: throughCmd('window'),
}
