import { CommandError, type Program, print } from '../shell/command.ts'
import { LOG_LEVELS, type LogEntry, type LogLevel } from '../system/phone-log.ts'
import { readOptions } from './options.ts'

const VALUED = ['b', 'v', 't', 'T', 'e', 'm', 'G', 'f', 'r', 'n', 'pid', 'buffer', 'format', 'regex']
const FORMATS: Readonly<Record<string, (entry: LogEntry) => string>> = {
  brief: ({ level, tag, pid, message }) => `${level}/${tag}(${String(pid).padStart(5)}): ${message}`,
  process: ({ level, tag, pid, message }) => `${level}(${String(pid).padStart(5)}) ${message}  (${tag})`,
  raw: ({ message }) => message,
  tag: ({ level, tag, message }) => `${level}/${tag}: ${message}`,
  threadtime: (entry) =>
    `${timeOf(entry)} ${pidOf(entry)} ${pidOf(entry)} ${entry.level} ${entry.tag.padEnd(8)}: ${entry.message}`,
  time: (entry) => `${timeOf(entry)} ${entry.level}/${entry.tag.padEnd(8)}(${pidOf(entry)}): ${entry.message}`,
}

const pidOf = ({ pid }: LogEntry) => String(pid).padStart(5)
const timeOf = ({ at }: LogEntry) => at.toISOString().slice(5, 23).replace('T', ' ')

/** `-d`, `-t`, `-c`, `-g`, `-s`, `-v`, `-e`, `--pid` and filters such as `Tag:W *:S`; without `-d` it goes on. */
export const logcat: Program = async (context) => {
  const { flags, values, operands } = readOptions(context.args, VALUED)
  const { log } = context.system
  if (flags.has('c') || flags.has('clear')) {
    log.clear()
    return 0
  }
  if (flags.has('g') || values.has('G')) {
    if (flags.has('g')) await print(context, 'main: ring buffer is 256 KiB (8 KiB consumed), max entry is 5120 B\n')
    return 0
  }
  const format = FORMATS[values.get('v') ?? values.get('format') ?? 'threadtime']
  if (format === undefined) throw new CommandError(`Invalid parameter "${values.get('v')}" to -v`)
  const isWanted = filterOf(
    operands,
    { isSilent: flags.has('s') },
    values.get('e') ?? values.get('regex'),
    values.get('pid'),
  )
  const newest = values.get('t') ?? values.get('T')
  const stored = log.entries().filter(isWanted)
  const shown = newest === undefined ? stored : stored.slice(-Number(newest))
  await print(context, ['--------- beginning of main', ...shown.map(format)].map((line) => `${line}\n`).join(''))
  if (flags.has('d') || values.has('t')) return 0
  return new Promise((resolve) => {
    const stop = log.follow((entry) => {
      // A reader that is gone ends the stream, and with it the signal.
      if (isWanted(entry)) void print(context, `${format(entry)}\n`).catch(() => {})
    })
    const end = () => {
      stop()
      resolve(130)
    }
    context.signal.addEventListener('abort', end, { once: true })
    if (context.signal.aborted) end()
  })
}

/** The last filter of a tag counts; `*` stands for the others, which are shown unless `-s`. */
function filterOf(
  specifications: readonly string[],
  { isSilent }: { isSilent: boolean },
  pattern: string | undefined,
  pid: string | undefined,
): (entry: LogEntry) => boolean {
  const levels = new Map<string, LogLevel | 'S'>(isSilent ? [['*', 'S']] : [])
  for (const specification of specifications) {
    const [tag = '*', level = 'V'] = specification.split(':')
    levels.set(tag, level === '*' ? 'V' : (LOG_LEVELS.find((known) => known === level.toUpperCase()) ?? 'S'))
  }
  const expression = pattern === undefined ? null : new RegExp(pattern)
  return (entry) => {
    const least = levels.get(entry.tag) ?? levels.get('*') ?? 'V'
    if (least === 'S' || LOG_LEVELS.indexOf(entry.level) < LOG_LEVELS.indexOf(least)) return false
    if (pid !== undefined && Number(pid) !== entry.pid) return false
    return expression?.test(entry.message) ?? true
  }
}

/** `log -p w -t Tag words…`. */
export const log: Program = (context) => {
  const { values, operands } = readOptions(context.args, ['p', 't'], { stopsAtOperand: true })
  const level = LOG_LEVELS.find((known) => known === (values.get('p') ?? 'i').toUpperCase())
  if (level === undefined) throw new CommandError(`unknown priority '${values.get('p')}'`)
  context.system.log.add(level, values.get('t') ?? 'log', operands.join(' '), 2000)
  return 0
}
