import { setTimeout as delay } from 'node:timers/promises'
import { type CommandContext, CommandError, type Program } from '../shell/command.ts'

const SOURCES = new Set(['touchscreen', 'keyboard', 'mouse', 'touchpad', 'gamepad', 'stylus', 'trackball', 'dpad'])
const TAP_MS = 40
const SWIPE_MS = 300
const STEP_MS = 16
const MAX_MS = 60_000

const KEY_NAMES: Readonly<Record<string, number>> = {
  HOME: 3,
  BACK: 4,
  DPAD_UP: 19,
  DPAD_DOWN: 20,
  DPAD_LEFT: 21,
  DPAD_RIGHT: 22,
  DPAD_CENTER: 23,
  VOLUME_UP: 24,
  VOLUME_DOWN: 25,
  POWER: 26,
  TAB: 61,
  SPACE: 62,
  ENTER: 66,
  DEL: 67,
  MENU: 82,
  ESCAPE: 111,
  FORWARD_DEL: 112,
  MOVE_HOME: 122,
  MOVE_END: 123,
  VOLUME_MUTE: 164,
  APP_SWITCH: 187,
  SLEEP: 223,
  WAKEUP: 224,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
}

export const input: Program = async (context) => {
  const args = SOURCES.has(context.args[0] ?? '') ? context.args.slice(1) : context.args
  const [verb = '', ...rest] = args
  switch (verb) {
    case 'tap':
      return swipe(context, [...rest.slice(0, 2), ...rest.slice(0, 2), String(TAP_MS)])
    case 'swipe':
    case 'draganddrop':
      return swipe(context, rest)
    case 'motionevent':
      return motion(context, rest)
    case 'text':
      // A space would end the argument in the tool's own, older parsing.
      context.system.screen.text((rest[0] ?? '').replaceAll('%s', ' '))
      return 0
    case 'keyevent':
      return pressKeys(context, rest)
    default:
      throw new CommandError(`Error: Unknown command: ${verb}`, { exitCode: 255 })
  }
}

async function swipe({ system: { screen }, signal }: CommandContext, args: readonly string[]): Promise<number> {
  const [x1, y1, x2, y2] = numbers(args.slice(0, 4), 4)
  const [durationMs] = numbers([args[4] ?? String(SWIPE_MS)], 1)
  const total = Math.max(1, Math.min(durationMs ?? SWIPE_MS, MAX_MS))
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return 1
  const startedAtMs = performance.now()
  screen.touch({ action: 'down', pointerId: 0, x: x1, y: y1 })
  let passed = 0
  while (passed < 1) {
    await delay(Math.min(STEP_MS, total), undefined, { signal }).catch(() => {})
    passed = signal.aborted ? 1 : Math.min(1, (performance.now() - startedAtMs) / total)
    if (x1 !== x2 || y1 !== y2) {
      screen.touch({ action: 'move', pointerId: 0, x: x1 + (x2 - x1) * passed, y: y1 + (y2 - y1) * passed })
    }
  }
  screen.touch({ action: 'up', pointerId: 0, x: x2, y: y2 })
  return 0
}

function motion({ system: { screen } }: CommandContext, [name = '', ...place]: readonly string[]): number {
  const [x = 0, y = 0] = numbers(place, 2)
  const action = (['down', 'up', 'move', 'cancel'] as const).find((known) => known === name.toLowerCase())
  if (action === undefined) throw new CommandError(`Error: unknown event ${name}`, { exitCode: 255 })
  screen.touch({ action, pointerId: 0, x, y })
  return 0
}

function pressKeys({ system: { screen } }: CommandContext, args: readonly string[]): number {
  for (const name of args.filter((arg) => !arg.startsWith('--'))) {
    const keyCode = KEY_NAMES[name.replace(/^KEYCODE_/, '')] ?? keyNumber(name)
    for (const action of ['down', 'up'] as const) screen.key({ action, keyCode, metaState: 0, repeat: 0 })
  }
  return 0
}

function keyNumber(name: string): number {
  const letter = /^(?:KEYCODE_)?([A-Z0-9])$/.exec(name)?.[1]
  if (letter !== undefined && /[A-Z]/.test(letter)) return 29 + letter.charCodeAt(0) - 65
  if (!/^\d+$/.test(name)) throw new CommandError(`Error: Invalid keycode: ${name}`, { exitCode: 255 })
  return Number(name)
}

function numbers(args: readonly string[], count: number): number[] {
  const values = args.slice(0, count).map(Number)
  if (values.length < count || values.some((value) => !Number.isFinite(value))) {
    throw new CommandError('Error: Invalid arguments for command', { exitCode: 255 })
  }
  return values
}
