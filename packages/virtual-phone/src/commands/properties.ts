import { CommandError, type Program, print } from '../shell/command.ts'

const getprop: Program = async (context) => {
  const { properties } = context.system
  const [name, fallback = ''] = context.args
  if (name !== undefined) await print(context, `${properties.get(name) || fallback}\n`)
  else
    await print(
      context,
      properties
        .list()
        .map(([key, value]) => `[${key}]: [${value}]\n`)
        .join(''),
    )
  return 0
}

/** Those that SELinux lets the shell set. */
const SHELL_PROPERTIES = /^(?:debug|log|persist\.log|persist\.debug|sys\.powerctl|sys\.usb)(?:\.|$)/

const setprop: Program = ({ args: [name, value], system, user }) => {
  if (name === undefined || value === undefined) throw new CommandError('usage: setprop NAME VALUE')
  if (user !== 'root' && !SHELL_PROPERTIES.test(name)) {
    throw new CommandError(`Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason.`)
  }
  const refusal = system.properties.set(name, value)
  if (refusal !== null) throw new CommandError(`failed to set property '${name}' to '${value}': ${refusal}`)
  return 0
}

export const propertyPrograms = { getprop, setprop }
