import type { AppConfig, PageConfig, TabBar, Theme, WindowConfig } from '../package-format.ts'
import type { Findings } from './finding.ts'
import { type PackageFiles, withoutEnding } from './package-files.ts'

interface RawSubPackage {
  readonly root: string
  readonly pages: readonly string[]
}

/** The fields of `app.json` that the runner reads. */
interface RawAppConfig {
  readonly pages?: readonly string[]
  readonly subPackages?: readonly RawSubPackage[]
  readonly subpackages?: readonly RawSubPackage[]
  readonly entryPagePath?: string
  readonly window?: WindowConfig
  readonly tabBar?: TabBar
  readonly preloadRule?: AppConfig['preloadRule']
  readonly usingComponents?: Readonly<Record<string, string>>
  readonly lazyCodeLoading?: string
  readonly darkmode?: boolean
  readonly themeLocation?: string
}

const NO_THEME: Theme = { light: {}, dark: {} }

export function normaliseAppConfig(raw: RawAppConfig, themes: Readonly<Record<string, unknown>> = {}): AppConfig {
  const subPackages = (raw.subPackages ?? raw.subpackages ?? []).map((subPackage) => {
    const root = subPackage.root.replace(/^\/|\/$/g, '')
    return { root, pages: subPackage.pages.map((page) => `${root}/${page}`) }
  })
  const mainPages = raw.pages ?? []
  return {
    mainPages,
    subPackages,
    entryPagePath: raw.entryPagePath ?? mainPages[0] ?? '',
    window: raw.window ?? {},
    preloadRule: raw.preloadRule ?? {},
    ...(raw.tabBar && { tabBar: raw.tabBar }),
    ...(raw.usingComponents && { usingComponents: raw.usingComponents }),
    ...(raw.darkmode && { theme: (themes[withoutEnding(raw.themeLocation ?? '')] ?? NO_THEME) as Theme }),
    ...(raw.lazyCodeLoading && { lazyCodeLoading: raw.lazyCodeLoading }),
  }
}

/** Project files lie beside the program but never reach the client. */
const isProjectFile = (path: string): boolean => /^(project(\.private)?\.config|sitemap)\.json$/.test(path)

export function readConfigs(files: PackageFiles, findings: Findings): Record<string, PageConfig> {
  const configs: Record<string, PageConfig> = {}
  for (const path of files.withEnding('.json')) {
    if (isProjectFile(path)) continue
    try {
      configs[withoutEnding(path)] = JSON.parse(files.text(path))
    } catch (error) {
      findings.error(path, `not valid JSON: ${(error as Error).message}`)
    }
  }
  return configs
}
