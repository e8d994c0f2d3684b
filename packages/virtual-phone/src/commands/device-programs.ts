import { CommandError, type Program, print, printError } from '../shell/command.ts'
import { readOptions } from './options.ts'

const unknownCommand = (verb: string) => new CommandError(`Unknown command: ${verb}`, { exitCode: 255 })

const INPUT_METHOD = 'com.yunji.inputmethod/.ScreenInput'

/** `ime list [-a] [-s]`, `enable`, `disable`, `set`; the phone has one. */
export const inputMethod: Program = async (context) => {
  const { flags, operands } = readOptions(context.args, ['user'])
  const [verb = '', id = ''] = operands
  const { settings } = context.system
  const isEnabled = settings.get('secure', 'enabled_input_methods') !== ''
  if (verb === 'list') {
    const line = flags.has('s') ? INPUT_METHOD : `${INPUT_METHOD}:\n  mId=${INPUT_METHOD} mSettingsActivityName=null`
    await print(context, isEnabled || flags.has('a') ? `${line}\n` : '')
    return 0
  }
  const done = { enable: 'enabled', disable: 'disabled', set: 'selected' }[verb]
  if (done === undefined) throw unknownCommand(verb)
  if (id !== INPUT_METHOD || (verb === 'set' && !isEnabled)) {
    await printError(context, `Unknown input method ${id} cannot be ${done} for user #0`)
    return 255
  }
  if (verb === 'set') {
    settings.set('secure', 'default_input_method', id)
    await print(context, `Input method ${id} selected for user #0\n`)
    return 0
  }
  const when = (verb === 'enable') === isEnabled ? 'already' : 'now'
  settings.set('secure', 'enabled_input_methods', verb === 'enable' ? id : '')
  await print(context, `Input method ${id}: ${when} ${done} for user #0\n`)
  return 0
}

/** `cmd location is-location-enabled` and `set-location-enabled true`. */
export const location: Program = async (context) => {
  const [verb = '', value] = readOptions(context.args, ['user']).operands
  const { settings } = context.system
  if (verb === 'is-location-enabled') {
    await print(context, `${settings.get('secure', 'location_mode') !== '0'}\n`)
    return 0
  }
  if (verb !== 'set-location-enabled' || (value !== 'true' && value !== 'false')) throw unknownCommand(verb)
  settings.set('secure', 'location_mode', value === 'true' ? '3' : '0')
  return 0
}

/** `cmd connectivity airplane-mode [enable|disable]`, since Android 11. */
export const connectivity: Program = async (context) => {
  const [verb = '', value] = context.args
  const { properties, settings } = context.system
  if (verb !== 'airplane-mode' || Number(properties.get('ro.build.version.sdk')) < 30) throw unknownCommand(verb)
  if (value === undefined) {
    await print(context, settings.get('global', 'airplane_mode_on') === '1' ? 'enabled\n' : 'disabled\n')
    return 0
  }
  if (value !== 'enable' && value !== 'disable') throw unknownCommand(value)
  settings.set('global', 'airplane_mode_on', value === 'enable' ? '1' : '0')
  return 0
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  'set-pin': 'Pin',
  'set-password': 'Password',
  'set-pattern': 'Pattern',
}

/** `set-pin 1234`, `set-disabled true`, `clear --old 1234`, `verify --old 1234`. */
export const lockSettings: Program = async (context) => {
  const [verb = '', ...args] = context.args
  const { values, operands } = readOptions(args, ['old', 'user'])
  const { properties, screen, settings } = context.system
  const [given = ''] = operands
  const old = values.get('old') ?? ''
  const isOpen = verb === 'help' || (verb.endsWith('-disabled') && Number(properties.get('ro.build.version.sdk')) >= 34)
  if (!isOpen && screen.pin !== old) {
    const reason = screen.pin === '' ? 'provided but user has no password' : `'${old}' didn't match`
    await print(context, `Old password ${reason}\n`)
    return 255
  }
  const credential = CREDENTIALS[verb]
  if (credential !== undefined) {
    screen.pin = given
    await print(context, `${credential} set to '${given}'\n`)
    return 0
  }
  switch (verb) {
    case 'help':
      await print(context, 'lockSettings service commands:\n')
      return 0
    case 'clear':
      screen.pin = ''
      await print(context, 'Lock credential cleared\n')
      return 0
    case 'verify':
      await print(context, 'Lock credential verified successfully\n')
      return 0
    case 'set-disabled':
      settings.set('secure', 'lockscreen.disabled', given === 'true' ? '1' : '0')
      await print(context, `Lock screen disabled set to ${given === 'true'}\n`)
      return 0
    case 'get-disabled':
      await print(context, `${screen.pin === '' && settings.get('secure', 'lockscreen.disabled') !== '0'}\n`)
      return 0
    default:
      throw unknownCommand(verb)
  }
}

/** A Java program, not a script around `cmd`: the service's answer is printed, its exit code is lost. */
export const locksettings: Program = async (context) => {
  if (!context.system.services.use('lock_settings')) {
    await printError(
      context,
      'java.lang.NullPointerException: Attempt to invoke interface method on a null object reference',
    )
    return 1
  }
  await lockSettings(context)
  return 0
}
