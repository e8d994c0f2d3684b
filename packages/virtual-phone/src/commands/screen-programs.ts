import { absolutePath } from '../files/paths.ts'
import type { RawImage } from '../screen/types.ts'
import { type CommandContext, CommandError, type Program, print } from '../shell/command.ts'
import { readOptions } from './options.ts'
import { encodePng } from './png.ts'

const RGBA_8888 = 1
const SRGB = 1

const screencap: Program = async (context) => {
  const { flags, operands } = readOptions(context.args, ['d'])
  const [name] = operands
  const image = context.system.screen.screenshot()
  const isPng = flags.has('p') || name?.endsWith('.png') === true
  const bytes = isPng ? await encodePng(image) : encodeRaw(image)
  if (name === undefined) {
    await context.stdout.write(bytes)
    return 0
  }
  const writer = context.system.files.create(absolutePath(context.workFolder, name))
  try {
    await writer.write(bytes)
    writer.commit()
  } finally {
    writer.abort()
  }
  return 0
}

/** The header has four words since Android 9. */
function encodeRaw({ width, height, data }: RawImage): Uint8Array {
  const header = Buffer.alloc(16)
  for (const [index, value] of [width, height, RGBA_8888, SRGB].entries()) header.writeUInt32LE(value, index * 4)
  return Buffer.concat([header, data])
}

export const wm: Program = async (context) => {
  const { width, height } = context.system.config
  const [verb, value] = context.args
  if (verb === 'dismiss-keyguard') {
    context.system.screen.dismissKeyguard()
    return 0
  }
  if (verb !== 'size' && verb !== 'density') throw new CommandError(`unknown command '${verb ?? ''}'`)
  if (value !== undefined && value !== 'reset') throw new CommandError('the size of this screen cannot be changed')
  const density = context.system.properties.get('ro.sf.lcd_density')
  if (value === undefined)
    await print(context, verb === 'size' ? `Physical size: ${width}x${height}\n` : `Physical density: ${density}\n`)
  return 0
}

/** `cmd statusbar …` and `service call statusbar`. */
export function statusbar({ system: { screen } }: CommandContext, [verb = '']: readonly string[]): number {
  if (verb === 'expand-notifications' || verb === 'expand-settings') screen.expandNotifications()
  else if (verb === 'collapse') screen.collapsePanels()
  else throw new CommandError(`Unknown command: ${verb}`, { exitCode: 255 })
  return 0
}

export const screenPrograms: Readonly<Record<string, Program>> = { screencap }
