import path from 'node:path'
import { absolutePath } from '../files/paths.ts'
import { CommandError, type Program, print } from '../shell/command.ts'
import { copyBytes, readAll, toText } from '../system/bytes.ts'
import { formatText, unescapeText } from './format-text.ts'
import { forEachInput } from './inputs.ts'
import { readOptions } from './options.ts'

/** Limit of filters that read everything first. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024

const echo: Program = async (context) => {
  const [, flags = ''] = /^-([ne]+)$/.exec(context.args[0] ?? '') ?? []
  const text = context.args.slice(flags === '' ? 0 : 1).join(' ')
  const shown = flags.includes('e') ? unescapeText(text) : text
  await print(context, flags.includes('n') ? shown : `${shown}\n`)
  return 0
}

const printf: Program = async (context) => {
  const [format, ...values] = context.args
  if (format === undefined) throw new CommandError('needs a format')
  await print(context, formatText(format, values))
  return 0
}

const cat: Program = (context) =>
  forEachInput(context, readOptions(context.args).operands, async (source) => {
    await copyBytes(source, context.stdout)
  })

const head: Program = (context) => {
  const { values, operands } = readOptions(numberOption(context.args), ['n', 'c'])
  return forEachInput(context, operands, async (source) => {
    if (values.has('c')) {
      let left = Number(values.get('c'))
      for (let chunk = await source.readUpTo(left); left > 0 && chunk !== null; chunk = await source.readUpTo(left)) {
        await context.stdout.write(chunk)
        left -= chunk.length
      }
      return
    }
    for (let left = Number(values.get('n') ?? 10); left > 0; left -= 1) {
      const line = await source.readLine()
      if (line === null) return
      await print(context, `${line}\n`)
    }
  })
}

const tail: Program = (context) => {
  const { values, operands } = readOptions(numberOption(context.args), ['n', 'c'])
  return forEachInput(context, operands, async (source) => {
    const bytes = await readAll(source, MAX_TEXT_BYTES)
    if (values.has('c')) return context.stdout.write(bytes.subarray(-Number(values.get('c'))))
    const lines = toText(bytes).split(/(?<=\n)/)
    await print(context, lines.slice(-Number(values.get('n') ?? 10)).join(''))
  })
}

/** `-5` means `-n 5`. */
const numberOption = (args: readonly string[]) => args.map((arg) => arg.replace(/^-(\d+)$/, '-n$1'))

const wc: Program = (context) => {
  const { flags, operands } = readOptions(context.args)
  return forEachInput(context, operands, async (source, name) => {
    let [lines, words, bytes] = [0, 0, 0]
    let isInWord = false
    for (let chunk = await source.read(); chunk !== null; chunk = await source.read()) {
      bytes += chunk.length
      for (const byte of chunk) {
        if (byte === 0x0a) lines += 1
        const isBlank = byte <= 0x20
        if (!isBlank && !isInWord) words += 1
        isInWord = !isBlank
      }
    }
    const shown = [
      ['l', lines],
      ['w', words],
      ['c', bytes],
    ].filter(([flag]) => flags.size === 0 || flags.has(String(flag)))
    await print(context, `${[...shown.map(([, count]) => count), ...(name === '-' ? [] : [name])].join(' ')}\n`)
  })
}

const grep: Program = async (context) => {
  const { flags, values, operands } = readOptions(context.args, ['e', 'm'])
  const [given = '', ...names] = [...(values.has('e') ? [values.get('e') ?? ''] : []), ...operands]
  const source = flags.has('F') ? given.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : given
  const pattern = new RegExp(flags.has('x') ? `^(?:${source})$` : source, flags.has('i') ? 'i' : '')
  let found = 0
  const exitCode = await forEachInput(context, names, async (input, name) => {
    let count = 0
    for (let line = await input.readLine(); line !== null; line = await input.readLine()) {
      if (pattern.test(line) === flags.has('v')) continue
      count += 1
      const place = names.length > 1 && !flags.has('h') ? `${name}:` : ''
      if (!flags.has('q') && !flags.has('c')) await print(context, `${place}${line}\n`)
    }
    if (flags.has('c')) await print(context, `${count}\n`)
    found += count
  })
  return exitCode === 0 && found > 0 ? 0 : Math.max(1, exitCode * 2)
}

const sort: Program = async (context) => {
  const { flags, operands } = readOptions(context.args, ['k', 't'])
  const lines: string[] = []
  const exitCode = await forEachInput(context, operands, async (source) => {
    lines.push(
      ...toText(await readAll(source, MAX_TEXT_BYTES))
        .split('\n')
        .filter((line, index, all) => line !== '' || index < all.length - 1),
    )
  })
  const compare = flags.has('n')
    ? (a: string, b: string) => Number.parseFloat(a) - Number.parseFloat(b)
    : (a: string, b: string) => (a < b ? -1 : Number(a > b))
  const sorted = lines.toSorted(compare)
  if (flags.has('r')) sorted.reverse()
  const shown = flags.has('u') ? [...new Set(sorted)] : sorted
  await print(context, shown.map((line) => `${line}\n`).join(''))
  return exitCode
}

const tee: Program = async (context) => {
  const { operands } = readOptions(context.args)
  const writers = operands.map((name) => context.system.files.create(absolutePath(context.workFolder, name)))
  for (let chunk = await context.stdin.read(); chunk !== null; chunk = await context.stdin.read()) {
    for (const writer of writers) await writer.write(chunk)
    await context.stdout.write(chunk)
  }
  for (const writer of writers) writer.commit()
  return 0
}

const base64: Program = (context) => {
  const { flags, operands } = readOptions(context.args, ['w'])
  return forEachInput(context, operands, async (source) => {
    const bytes = Buffer.from(await readAll(source, MAX_TEXT_BYTES))
    if (flags.has('d')) return context.stdout.write(Buffer.from(bytes.toString('latin1'), 'base64'))
    await print(context, `${bytes.toString('base64').replace(/(.{76})(?=.)/g, '$1\n')}\n`)
  })
}

const xargs: Program = async (context) => {
  const words = toText(await readAll(context.stdin, MAX_TEXT_BYTES))
    .split(/\s+/)
    .filter(Boolean)
  const argv = context.args.length === 0 ? ['echo'] : context.args
  return context.run([...argv, ...words])
}

const seq: Program = async (context) => {
  const [from, to] = context.args.length === 1 ? [1, Number(context.args[0])] : context.args.map(Number)
  for (let number = from ?? 1; number <= (to ?? 0); number += 1) {
    if (context.signal.aborted) return 130
    await print(context, `${number}\n`)
  }
  return 0
}

const basename: Program = async (context) => {
  const [given = '', suffix] = context.args
  await print(context, `${path.posix.basename(given, suffix)}\n`)
  return 0
}

const dirname: Program = async (context) => {
  await print(context, `${path.posix.dirname(context.args[0] ?? '')}\n`)
  return 0
}

export const textPrograms: Readonly<Record<string, Program>> = {
  base64,
  basename,
  cat,
  dirname,
  echo,
  grep,
  head,
  printf,
  seq,
  sort,
  tail,
  tee,
  wc,
  xargs,
}
