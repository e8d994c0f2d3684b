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

const setprop: Program = ({ args: [name, value], system }) => {
  if (name === undefined || value === undefined) throw new CommandError('usage: setprop NAME VALUE')
  const refusal = system.properties.set(name, value)
  if (refusal !== null) throw new CommandError(`failed to set property '${name}' to '${value}': ${refusal}`)
  return 0
}

export const propertyPrograms = { getprop, setprop }
