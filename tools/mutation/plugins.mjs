import { createHash } from 'node:crypto'

/** What is written to the log is for people to read: no test asks for its fields. */
const isLog = (node) => {
  if (node.type === 'ExpressionStatement') return isLog(node.expression)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object } = node.callee
  return (object.name ?? object.property?.name) === 'log'
}

const { YUNJI_MUTATION_SAMPLE: percent = '100', YUNJI_MUTATION_SEED: seed = '1' } = process.env

/** The same share of the mutants in every run with the same seed: drawn by what a mutant is, not by its number. */
const isDrawn = ({ fileName, location: { start, end }, mutatorName, replacement }) => {
  const file = fileName.slice(fileName.lastIndexOf('/modules/'))
  const text = [seed, file, start.line, start.column, end.line, end.column, mutatorName, replacement].join('|')
  return (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100 < Number(percent)
}

/** Stryker has no word for a mutant that is left out after the coverage is known, so it is one that does not compile. */
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
