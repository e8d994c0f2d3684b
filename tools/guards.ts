import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Outcome, packageProgram, root, runNode } from './command.ts'

export interface Guard {
  name: string
  run: () => Promise<Outcome>
}

/** TypeScript 7 takes a quarter of the time; tools that use the compiler's API need version 6. */
const TSC = ['typescript-native/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile'] as const

const types = (name: string, project: string): Guard => ({
  name,
  run: () => runNode(packageProgram(...TSC, path.join('.cache', `${name}.tsbuildinfo`), '--project', project)),
})

export const rootTypes = types('types', 'tsconfig.json')

const program = (name: string, ...words: [string, ...string[]]): Guard => ({
  name,
  run: () => runNode(packageProgram(...words)),
})

/** Leaves of a platform are found by their suffix, so each platform is checked on its own. */
const clientProjects = [
  ['types-client', path.join('apps', 'client', 'tsconfig.json')],
  ['types-weapp', path.join('apps', 'client', 'tsconfig.weapp.json')],
  ['types-console', path.join('apps', 'console', 'tsconfig.json')],
] as const

/** Static checks, the slow ones first. */
export const guards: readonly Guard[] = [
  rootTypes,
  ...clientProjects
    .filter(([, project]) => existsSync(path.join(root, project)))
    .map(([name, project]) => types(name, project)),
  { name: 'direction', run: () => runNode(['tools/dependency-direction.ts']) },
  { name: 'modules', run: () => runNode(['tools/module-rules.ts']) },
  program('dead-code', 'knip/bin/knip.js', '--no-progress'),
  { name: 'dead-contract', run: () => runNode(['tools/contract-exports.ts']) },
  program('lint', 'oxlint/bin/oxlint'),
  program('format', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=off'),
]
