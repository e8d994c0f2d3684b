import { SetupError } from './processes.mjs'

const TEST = {
  script: 'tools/test.ts',
  // The gallery reuses the compile cache of the product's build, so it comes last.
  builds: ['h5', 'weapp', 'console', 'weapp-gallery', 'h5-gallery'],
  needsSystemPackages: true,
  needsScrcpyServer: true,
}

/** Requirements and script of each npm task. */
const TASKS = {
  start: {
    script: 'apps/server/src/main.ts',
    builds: ['h5', 'console'],
    startsBesideBuilds: true,
    needsScrcpyServer: true,
  },
  dev: { script: 'tools/dev.ts' },
  check: { script: 'tools/check.ts' },
  format: { script: 'tools/format.ts' },
  build: { builds: ['h5', 'weapp', 'console'] },
  test: TEST,
  'test:all': { ...TEST, args: ['--all'] },
  'test:fast': { script: 'tools/test.ts', args: ['--fast'] },
  'test:merge': { script: 'tools/test.ts', args: ['--merge'] },
  'test:history': { script: 'tools/test-run/history.ts' },
  'test:durations': { script: 'tools/test-run/history.ts', args: ['--renew'] },
  bench: { script: 'bench/run.ts', builds: ['h5'] },
  'ledger:check': { script: 'apps/server/src/ledger-check.ts' },
  'jobs:redrive': { script: 'apps/server/src/jobs-main.ts' },
  backup: { script: 'apps/server/src/backup/main.ts', args: ['backup'] },
  restore: { script: 'apps/server/src/backup/main.ts', args: ['restore'] },
  'keys:rotate': { script: 'apps/server/src/keys-main.ts', args: ['rotate'] },
  'keys:reseal': { script: 'apps/server/src/keys-main.ts', args: ['reseal'] },
  'keys:status': { script: 'apps/server/src/keys-main.ts', args: ['status'] },
  'operators:reset': { script: 'apps/server/src/operators-main.ts' },
  'phone:pair': { script: 'tools/phone-pair.ts' },
  'phone:probe': { script: 'tools/phone-probe.ts', needsScrcpyServer: true },
  'phone:real-parts': { script: 'tools/real-parts.ts', needsScrcpyServer: true },
  mutation: { script: 'tools/mutation/run.ts' },
  promises: { script: 'tests/promises.ts', builds: ['h5'] },
  sheets: { script: 'tests/sheets.ts', builds: ['h5'], needsSystemPackages: true },
}

/** Tasks that run on the product's own dependencies; all others need those of development too. */
const PRODUCT_TASKS = new Set([
  'start',
  'build',
  'ledger:check',
  'jobs:redrive',
  'backup',
  'restore',
  'keys:rotate',
  'keys:reseal',
  'keys:status',
  'operators:reset',
  'phone:pair',
  'phone:probe',
])

export function findTask(name) {
  if (!Object.hasOwn(TASKS, name)) {
    throw new SetupError(`There is no task "${name}": choose one of ${Object.keys(TASKS).join(', ')}.`)
  }
  return {
    builds: [],
    args: [],
    needsDevDependencies: !PRODUCT_TASKS.has(name),
    needsSystemPackages: false,
    needsScrcpyServer: false,
    ...TASKS[name],
  }
}
