import { type CommandContext, CommandError, type Program, print, printError } from '../shell/command.ts'
import type { InstalledPackage } from '../system/saved-state.ts'
import { readOptions } from './options.ts'
import { abandonSession, commitSession, createSession, install, writeSession } from './package-install.ts'
import { changePermission } from './package-permissions.ts'
import { packageReport } from './package-report.ts'
import { createUser, listUsers, printNullPointer, removeUser } from './user-programs.ts'

type Verb = (context: CommandContext, args: readonly string[]) => Promise<number> | number

const VERBS: Readonly<Record<string, Verb>> = {
  clear,
  'create-user': createUser,
  dump: async (context, args) => {
    await print(context, packageReport(context.system, args[0]))
    return 0
  },
  install,
  'install-abandon': abandonSession,
  'install-commit': commitSession,
  'install-create': createSession,
  'install-write': writeSession,
  list,
  path: showPath,
  'remove-user': removeUser,
  'resolve-activity': resolveActivity,
  grant: changePermission('grant'),
  revoke: changePermission('revoke'),
  'trim-caches': (context) => {
    context.system.packages.trimCaches()
    return 0
  },
  uninstall,
}
/** Accepted without an effect. */
const WITHOUT_EFFECT = new Set(['compile', 'disable', 'disable-user', 'enable', 'unhide', 'hide'])

export const pm: Program = (context) => {
  const [verb = '', ...args] = context.args
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (run !== undefined) return run(context, args)
  if (WITHOUT_EFFECT.has(verb)) return withoutEffect(context, verb, args)
  throw new CommandError(verb === '' ? 'a command is needed' : `Unknown command: ${verb}`, { exitCode: 255 })
}

async function withoutEffect(context: CommandContext, verb: string, args: readonly string[]): Promise<number> {
  const [component = ''] = readOptions(args, ['user', 'm', 'r']).operands
  const [packageName = ''] = component.split('/')
  if (verb === 'compile' || context.system.packages.find(packageName) !== null) return 0
  await printError(
    context,
    `\nException occurred while executing '${verb}':\njava.lang.IllegalArgumentException: Unknown package: ${packageName}`,
  )
  return 255
}

async function list(context: CommandContext, [what = '', ...args]: readonly string[]): Promise<number> {
  if (what === 'users') return listUsers(context)
  if (what === 'features') {
    await print(context, 'feature:reqGlEsVersion=0x30002\nfeature:android.hardware.touchscreen.multitouch\n')
    return 0
  }
  if (what !== 'packages' && what !== 'package')
    throw new CommandError(`unknown list type '${what}'`, { exitCode: 255 })
  const { flags, operands } = readOptions(args, ['user', 'uid'])
  const [filter = ''] = operands
  const shown = context.system.packages
    .list()
    .filter(({ packageName }) => packageName.includes(filter))
    .filter(({ isSystem }) => (flags.has('3') ? !isSystem : flags.has('s') ? isSystem : true))
    .filter(() => !flags.has('d'))
  const userIds = flags.has('U') ? userIdsOf(context) : null
  await print(context, shown.map((each) => lineOf(each, flags, userIds)).join(''))
  return 0
}

const SYSTEM_USER_ID = 1000
const FIRST_APP_USER_ID = 10_100

function userIdsOf({ system: { packages } }: CommandContext): ReadonlyMap<string, number> {
  const own = packages.list().filter(({ isSystem }) => !isSystem)
  return new Map(own.map(({ packageName }, index) => [packageName, FIRST_APP_USER_ID + index]))
}

function lineOf(
  { packageName, apkPath, versionCode }: InstalledPackage,
  flags: ReadonlySet<string>,
  userIds: ReadonlyMap<string, number> | null,
): string {
  const path = flags.has('f') ? `${apkPath}=` : ''
  const version = flags.has('show-versioncode') ? ` versionCode:${versionCode}` : ''
  const user = userIds === null ? '' : ` uid:${userIds.get(packageName) ?? SYSTEM_USER_ID}`
  return `package:${path}${packageName}${version}${user}\n`
}

async function showPath(context: CommandContext, args: readonly string[]): Promise<number> {
  const [packageName = ''] = readOptions(args, ['user']).operands
  const found = context.system.packages.find(packageName)
  if (found === null) return 1
  await print(context, [found.apkPath, ...(found.splitPaths ?? [])].map((path) => `package:${path}\n`).join(''))
  return 0
}

async function clear(context: CommandContext, args: readonly string[]): Promise<number> {
  const { packages, processes, services } = context.system
  const [packageName = ''] = readOptions(args, ['user']).operands
  // The activity manager does it.
  if (!services.use('activity')) {
    await printNullPointer(context, 'clear')
    return 255
  }
  if (packages.find(packageName) !== null) processes.stop(packageName)
  const isCleared = packages.clearData(packageName)
  await print(context, isCleared ? 'Success\n' : 'Failed\n')
  return isCleared ? 0 : 1
}

async function uninstall(context: CommandContext, args: readonly string[]): Promise<number> {
  const { packages, processes } = context.system
  const { flags, operands } = readOptions(args, ['user', 'versionCode'])
  const [packageName = ''] = operands
  const found = packages.find(packageName)
  if (found === null || found.isSystem) {
    const reason = found === null ? 'not installed for 0' : 'DELETE_FAILED_INTERNAL_ERROR'
    await print(context, `Failure [${reason}]\n`)
    return 1
  }
  processes.stop(packageName)
  packages.uninstall(packageName, { keepsData: flags.has('k') })
  await print(context, 'Success\n')
  return 0
}

async function resolveActivity(context: CommandContext, args: readonly string[]): Promise<number> {
  const { operands } = readOptions(args, ['a', 'c', 'd', 'user'])
  const { activities, packages } = context.system
  const found = packages.find(operands.at(-1) ?? '')
  if (found === null) await print(context, 'No activity found\n')
  else {
    const about = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true'
    await print(context, `${about}\n${activities.component(found.packageName, activities.mainOf(found.packageName))}\n`)
  }
  return 0
}
