import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import startTestDatabases from '../../apps/server/src/testing/database-setup.ts'
import { root, runNode } from '../command.ts'
import base from './stryker.config.json' with { type: 'json' }

/** Modules that move money or grant rights, with further tests beside their own. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'commerce/ledger': [],
  'commerce/orders': [
    'commerce/fulfilment/{failed-orders,overdue,renew}',
    'commerce/payments/{confirm,payments,providers}',
    'devices/rental/return',
    'commerce/recharge/recharge',
  ],
  'commerce/purchases': [
    'commerce/orders/{orders,purchase,seckill}',
    'commerce/fulfilment/renew',
    'commerce/recharge/recharge',
  ],
  'commerce/payments': ['commerce/fulfilment/fulfilment', 'commerce/renewals/renewals'],
  'commerce/refunds': ['commerce/fulfilment/{failed-orders,renew}', 'commerce/payments/payments'],
  'commerce/early-returns': ['devices/rental/return'],
  'commerce/fulfilment': ['space/space', 'commerce/activation/activation'],
  'commerce/changes': ['commerce/fulfilment/to-monthly'],
  'commerce/renewals': [],
  'devices/rental': [],
  'commerce/activation': ['../keys-main'],
  'devices/streams': [],
}

const SOURCES = 'apps/server/src/modules'
const REPORTS = 'artifacts/mutation'

const fileOf = (module: string): string => module.replace('/', '-')

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>
}

const configOf = (name: string, isSample: boolean) => ({
  ...base,
  mutate: [`${SOURCES}/${name}/**/*.ts`, `!${SOURCES}/${name}/**/*.test.ts`],
  testFiles: [`${name}/**/*`, ...(MODULES[name] ?? [])].map((tests) => path.posix.join(SOURCES, `${tests}*.test.ts`)),
  mutator: {
    // Mutated texts fail everywhere, and `?.` is needed by the types only.
    excludedMutations: ['StringLiteral', 'OptionalChaining'],
  },
  // Static mutants would need a new process each.
  ignoreStatic: true,
  ignorePatterns: [
    '**',
    '!apps/server/{src,migrations}/**',
    '!apps/server/package.json',
    '!tools/mutation/*.ts',
    '!package.json',
  ],
  plugins: [...base.plugins, './tools/mutation/plugins.mjs'],
  ignorers: ['logs'],
  checkers: isSample ? ['sample'] : [],
  incrementalFile: `.cache/mutation/${fileOf(name)}-results.json`,
  vitest: { configFile: 'tools/mutation/server.vitest.config.ts', related: false },
  timeoutMS: 40_000,
  dryRunTimeoutMinutes: 30,
  tempDirName: `.cache/mutation/${fileOf(name)}`,
  htmlReporter: { fileName: `${REPORTS}/server-${fileOf(name)}.html` },
  jsonReporter: { fileName: `${REPORTS}/server-${fileOf(name)}.json` },
  thresholds: { ...base.thresholds, break: null },
})

/** Score of a sample; mutants without coverage are counted in full. */
const count = async (name: string) => {
  const { files } = JSON.parse(
    await readFile(path.join(root, REPORTS, `server-${fileOf(name)}.json`), 'utf8'),
  ) as Report
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const countOf = (status: string) => statuses.filter((each) => each === status).length
  const killed = countOf('Killed')
  const timedOut = countOf('Timeout')
  const survived = countOf('Survived')
  const unreached = countOf('NoCoverage')
  const notDrawn = countOf('CompileError')
  const tried = killed + timedOut + survived
  const reached = tried + notDrawn
  const score = 100 * ((killed + timedOut) / Math.max(1, tried)) * (reached / Math.max(1, reached + unreached))
  return { score, killed, timedOut, survived, unreached, notDrawn, failed: countOf('RuntimeError') }
}

/** `--sample=40` and `--seed=1`; everything else behind the modules is for Stryker. */
const SAMPLE_WORD = /^--(?<what>sample|seed)=(?<number>\d+)$/

/**
 * `mutation server [module…] [--sample=<percent> [--seed=<number>]] [words for Stryker]`: one module after the other, on
 * a PostgreSQL of this process, which no mutant can stop. `--incremental` goes on from what the last run found.
 */
export const mutateServer = async (stryker: string, words: readonly string[]): Promise<number> => {
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const requested = firstOption < 0 ? words : words.slice(0, firstOption)
  const options = firstOption < 0 ? [] : words.slice(firstOption)
  const unknown = requested.find((name) => !Object.hasOwn(MODULES, name))
  if (unknown) {
    console.error(`There is no module "${unknown}": choose of ${Object.keys(MODULES).join(', ')}.`)
    return 1
  }
  const valueOf = (what: string) =>
    options.map((word) => SAMPLE_WORD.exec(word)?.groups).find((found) => found?.what === what)?.number
  const further = options.filter((word) => !SAMPLE_WORD.test(word))
  const sample = valueOf('sample')
  const env = { YUNJI_MUTATION_SAMPLE: sample ?? '100', YUNJI_MUTATION_SEED: valueOf('seed') ?? '1' }
  const stop = await startTestDatabases()
  let isEnough = true
  try {
    for (const name of requested.length > 0 ? requested : Object.keys(MODULES)) {
      const config = path.join(root, '.cache', 'mutation', `${fileOf(name)}.json`)
      await mkdir(path.dirname(config), { recursive: true })
      await writeFile(config, JSON.stringify(configOf(name, sample !== undefined)))
      const { code } = await runNode([stryker, 'run', config, ...further], {
        isShown: true,
        env: { ...env, YUNJI_MUTATION_MODULE: name },
      })
      if (code !== 0) return code
      const { score, ...counts } = await count(name)
      console.log(`${name}: ${score.toFixed(1)} %`, counts)
      isEnough &&= score >= base.thresholds.break
    }
  } finally {
    await stop()
  }
  return isEnough ? 0 : 1
}
