import { packageProgram, runNode } from './command.ts'

/** Exports of the contract that no production code imports yet, by what will use them. */
const AWAITED: Readonly<Record<string, readonly string[]>> = {
  'service and content': [
    'isEmail',
    'EMAIL_MESSAGE',
    'isLandline',
    'LANDLINE_MESSAGE',
    'isCarPlate',
    'CAR_PLATE_MESSAGE',
    'formatDistance',
  ],
  'operator console': ['isAmount', 'AMOUNT_MESSAGE', 'groupBankCard'],
  'tables of the specification: R08 and the contract tests compare the server with them': [
    'businessOfCall',
    'paymentFunctionCalls',
    'couponMachine',
    'paymentMachine',
    'tokenMachine',
    'tokenStatusOf',
    'liveEvent',
  ],
}

interface UnusedReport {
  readonly issues: readonly {
    readonly file: string
    readonly exports: readonly { readonly name: string }[]
    readonly types: readonly { readonly name: string }[]
  }[]
}

/** Unused exports that are not awaited, and awaited ones that are used by now or gone. */
export function findDeadExports({ issues }: UnusedReport, awaited = AWAITED): string[] {
  const listed = new Set(Object.values(awaited).flat())
  const unused = issues
    .filter(({ file }) => file.startsWith('packages/contract/'))
    .flatMap(({ file, exports, types }) => [...exports, ...types].map(({ name }) => ({ file, name })))
  const names = new Set(unused.map(({ name }) => name))
  return [
    ...unused
      .filter(({ name }) => !listed.has(name))
      .map(({ file, name }) => `${file}: no production code uses ${name}`),
    ...[...listed].filter((name) => !names.has(name)).map((name) => `${name} is used or gone: take it off the list`),
  ]
}

/** Production mode: tests are no users. The contract's files are entries of its package, so their exports are included. */
const KNIP = ['--no-progress', '--production', '--no-config-hints', '--include', 'exports,types', '--reporter', 'json']

if (import.meta.main) {
  const { output } = await runNode(packageProgram('knip/bin/knip.js', ...KNIP, '--config', 'tools/knip-contract.json'))
  const problems = findDeadExports(JSON.parse(output))
  if (problems.length > 0) console.log(problems.join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
}
