import { parseArgs } from 'node:util'

export interface Options {
  /** `test` holds everything that guards a landing, `all` adds `tests/extended`, `merge` joins the results of shards. */
  kind: 'test' | 'all' | 'fast' | 'merge'
  /** Every test of its kind. */
  isWhole: boolean
  /** Skips files whose inputs are unchanged since they passed. */
  isUnchanged: boolean
  shard?: string
  checks: 'all' | 'types' | 'none'
  needsRealParts: boolean
  /** For vitest, with what the kind adds. */
  words: string[]
  /** As they were given. */
  given: string[]
}

/** Project of `tests/extended`. */
const EXTENDED = 'extended'
const KINDS = { '--all': 'all', '--fast': 'fast', '--merge': 'merge' } as const
const isKind = (word: string): word is keyof typeof KINDS => Object.hasOwn(KINDS, word)

/** Words of vitest go to it as they are; those that choose tests leave the checks to a whole run. */
export function readOptions(args: readonly string[]): Options {
  const { tokens } = parseArgs({ args: [...args], strict: false, allowPositionals: true, tokens: true })
  const kindWord = args.find(isKind)
  const kind = kindWord ? KINDS[kindWord] : 'test'
  const shard = valueAfter(args, '--shard')
  const own = new Set(['--force', '--unchanged', ...Object.keys(KINDS)])
  const given = withoutShard(args).filter((word) => !own.has(word))
  const paths = tokens.flatMap((token) => (token.kind === 'positional' && token.value !== shard ? [token.value] : []))
  const choosing = given.some((word) => /^(?:-t|-p|--project|--testNamePattern|--changed)\b/.test(word))
  const isChosen = paths.length > 0 || choosing
  const namesExtended = given.some((word) => word.includes(EXTENDED))
  return {
    kind,
    isWhole: !isChosen && !shard && kind !== 'fast',
    isUnchanged: args.includes('--unchanged'),
    ...(shard !== undefined && { shard }),
    checks: checksOf(kind, isChosen, shard),
    needsRealParts:
      kind !== 'fast' && kind !== 'merge' && (!isChosen || paths.some((file) => /real-parts|conformance/.test(file))),
    words: [...(kind === 'test' && !namesExtended ? [`--project=!${EXTENDED}`] : []), ...given],
    given: [...given, ...(shard ? [`--shard=${shard}`] : [])],
  }
}

/** The first shard checks for all. */
function checksOf(kind: Options['kind'], isChosen: boolean, shard: string | undefined): Options['checks'] {
  if (kind === 'fast') return 'types'
  return kind === 'merge' || isChosen || (shard !== undefined && !shard.startsWith('1/')) ? 'none' : 'all'
}

function valueAfter(args: readonly string[], name: string): string | undefined {
  const index = args.findIndex((word) => word === name || word.startsWith(`${name}=`))
  if (index < 0) return undefined
  const word = args[index] ?? ''
  return word === name ? args[index + 1] : word.slice(name.length + 1)
}

const withoutShard = (args: readonly string[]): string[] =>
  args.filter((word, index) => !word.startsWith('--shard') && args[index - 1] !== '--shard')
