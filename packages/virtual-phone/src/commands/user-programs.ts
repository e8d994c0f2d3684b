import { type CommandContext, CommandError, print, printError } from '../shell/command.ts'
import type { PhoneSystem } from '../system/system.ts'
import { readOptions } from './options.ts'

const OWNER_FLAGS = '13'
const FURTHER_FLAGS = '10'

export async function listUsers(context: CommandContext): Promise<number> {
  const { users } = context.system
  const all = [{ id: 0, name: 'Owner' }, ...users.list()]
  const lines = all.map(({ id, name }) => {
    const state = id === 0 || id === users.currentId ? ' running' : ''
    return `\tUserInfo{${id}:${name}:${id === 0 ? OWNER_FLAGS : FURTHER_FLAGS}}${state}\n`
  })
  await print(context, `Users:\n${lines.join('')}`)
  return 0
}

export async function createUser(context: CommandContext, args: readonly string[]): Promise<number> {
  if (!(await reachesUsers(context, 'create-user'))) return 255
  const [name = ''] = readOptions(args, ['profileOf']).operands
  const user = context.system.users.create(name)
  if (user === null) throw new CommandError("Error: couldn't create User.")
  await print(context, `Success: created user id ${user.id}\n`)
  return 0
}

export async function removeUser(context: CommandContext, args: readonly string[]): Promise<number> {
  if (!(await reachesUsers(context, 'remove-user'))) return 255
  const [given = ''] = readOptions(args).operands
  if (context.system.users.remove(Number(given))) {
    await print(context, 'Success: removed user\n')
    return 0
  }
  await printError(context, `Error: couldn't remove user id ${given}`)
  return 1
}

/** The package manager passes these on to a service of their own. */
async function reachesUsers(context: CommandContext, verb: string): Promise<boolean> {
  if (context.system.services.use('user')) return true
  await printNullPointer(context, verb)
  return false
}

/** Answer of a shell command whose own service asks another one that is away. */
export const printNullPointer = (context: CommandContext, verb: string): Promise<void> =>
  printError(context, `\nException occurred while executing '${verb}':\njava.lang.NullPointerException`)

export async function switchUser(context: CommandContext, args: readonly string[]): Promise<number> {
  const [given = ''] = readOptions(args).operands
  if (context.system.users.switchTo(Number(given))) return 0
  await printError(context, `Error: Failed to switch to user ${given}`)
  return 1
}

/** Output of `dumpsys account`. */
export function accountReport({ users: { accounts } }: PhoneSystem): string {
  const lines = accounts.map(({ name, type }) => `    Account {name=${name}, type=${type}}\n`)
  return `User UserInfo{0:Owner:${OWNER_FLAGS}}:
  Accounts: ${accounts.length}
${lines.join('')}
  AccountId, Action_Type, timestamp, UID, TableName, Key
  Accounts History

  Active Sessions: 0

  RegisteredServicesCache: 0 services
`
}
