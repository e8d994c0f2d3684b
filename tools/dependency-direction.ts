import path from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import extractTypeScriptConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import config from '../.dependency-cruiser.mjs'
import { root } from './command.ts'

/** Minimum number of modules for each area: a check that saw nothing would always pass. */
const EXPECTED_MODULES: Readonly<Record<string, number>> = {
  'apps/client/src/': 60,
  'apps/console/src/': 20,
  'apps/server/src/': 30,
  'packages/backup-format/src/': 8,
  'packages/contract/src/': 20,
  'packages/embedded-postgres/src/': 10,
  'packages/phone-protocol/src/': 8,
  'packages/phone-driver/src/': 20,
  'packages/player/src/': 15,
  'packages/testkit/src/': 3,
  'packages/virtual-phone/src/': 60,
  'packages/weapp-runner/src/': 5,
}

interface SeenModule {
  source: string
  dependencies: readonly unknown[]
}

/** Areas with too few modules or no dependency. */
export function findUnseen(modules: readonly SeenModule[], expected = EXPECTED_MODULES): string[] {
  return Object.entries(expected).flatMap(([area, least]) => {
    const seen = modules.filter(({ source }) => source.startsWith(area))
    if (seen.length < least) return [`${area}: ${seen.length} modules seen, at least ${least} expected`]
    return seen.some(({ dependencies }) => dependencies.length > 0) ? [] : [`${area}: no dependency seen`]
  })
}

interface SeenImports {
  source: string
  dependencies: readonly { resolved: string }[]
}

const CONTRACT = 'packages/contract/src/'
const isContractCode = (file: string): boolean =>
  file.startsWith(CONTRACT) && !file.endsWith('.test.ts') && !file.includes('/testing/')

/** A file at the contract's top stands for itself, every other one for its folder. */
const folderOf = (file: string): string => {
  const folder = path.posix.dirname(file)
  return `${folder}/` === CONTRACT ? file : folder
}

/** Import cycles between folders of the contract, each as the path from a folder back to itself. Tests are left out. */
export function findFolderCycles(modules: readonly SeenImports[]): string[] {
  const uses = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      if (!isContractCode(source) || !isContractCode(resolved) || folderOf(source) === folderOf(resolved)) continue
      uses.set(folderOf(source), (uses.get(folderOf(source)) ?? new Set()).add(folderOf(resolved)))
    }
  }
  const pathBack = (start: string, at: string, seen: Set<string>): string[] | undefined => {
    for (const next of uses.get(at) ?? []) {
      if (next === start) return [at, start]
      if (seen.has(next)) continue
      const rest = pathBack(start, next, seen.add(next))
      if (rest) return [at, ...rest]
    }
    return undefined
  }
  return [...uses.keys()].flatMap((folder) => {
    const cycle = pathBack(folder, folder, new Set())
    return cycle ? [`folder cycle: ${cycle.join(' → ')}`] : []
  })
}

/** Runs dependency-cruiser on folders below `baseDir`. */
export async function cruiseFolders(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { options, forbidden } = config
  const { output } = await cruise(
    folders,
    { ...options, baseDir, validate: true, ruleSet: { forbidden: forbidden as IForbiddenRuleType[] } },
    options.enhancedResolveOptions,
    { tsConfig: extractTypeScriptConfig(path.join(root, options.tsConfig.fileName)) },
  )
  return output as ICruiseResult
}

if (import.meta.main) {
  const { modules, summary } = await cruiseFolders(root, ['apps', 'packages'])
  const wrong = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  const problems = [...findUnseen(modules), ...findFolderCycles(modules), ...wrong]
  console.log(problems.join('\n') || `${modules.length} modules`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
