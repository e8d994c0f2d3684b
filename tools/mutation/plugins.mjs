import { createHash } from 'node:crypto'

/** Log calls are not mutated: no test checks their fields. */
const isLog = (node) => {
  if (node.type === 'ExpressionStatement') return isLog(node.expression)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object } = node.callee
  return (object.name ?? object.property?.name) === 'log'
}

const { YUNJI_MUTATION_SAMPLE: percent = '100', YUNJI_MUTATION_SEED: seed = '1' } = process.env

/** Deterministic sample by seed, independent of the mutant's number. */
const isDrawn = ({ fileName, location: { start, end }, mutatorName, replacement }) => {
  const file = fileName.slice(fileName.lastIndexOf('/modules/'))
  const text = [seed, file, start.line, start.column, end.line, end.column, mutatorName, replacement].join('|')
  return (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100 < Number(percent)
}

/** Mutants outside the sample are marked as compile errors: Stryker has no other state after the coverage run. */
class Sample {
  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isDrawn(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    )
  }
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'logs',
    value: { shouldIgnore: ({ node }) => (isLog(node) ? 'a line of the log' : undefined) },
  },
  { kind: 'Checker', name: 'sample', injectableClass: Sample },
]
