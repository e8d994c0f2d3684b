import {
  type AppConfig,
  listPages,
  type PageConfig,
  packageRootOf,
  resolvePackagePath,
  tabPaths,
} from '../package-format.ts'
import type { Findings } from './finding.ts'
import type { PackageFiles } from './package-files.ts'

const TAB_COUNT_MIN = 2
const TAB_COUNT_MAX = 5
const TAB_ICON_LIMIT_BYTES = 40 * 1024

/** Reports what `app.json` and the components' JSON name without it being there. */
export function checkStructure(
  app: AppConfig,
  configs: Readonly<Record<string, PageConfig>>,
  files: PackageFiles,
  findings: Findings,
): void {
  checkPages(app, files, findings)
  checkTabBar(app, files, findings)
  checkPreload(app, findings)
  for (const [path, config] of Object.entries(configs)) checkComponents(path, config, files, findings)
}

function checkPages(app: AppConfig, files: PackageFiles, findings: Findings): void {
  const pages = listPages(app)
  if (pages.length === 0) findings.error('app.json', 'lists no pages')
  const seen = new Set<string>()
  for (const page of pages) {
    if (seen.has(page)) findings.error('app.json', `lists page ${page} twice`)
    seen.add(page)
    for (const ending of ['js', 'wxml']) {
      if (!files.has(`${page}.${ending}`))
        findings.error('app.json', `lists page ${page}, but ${page}.${ending} is missing`)
    }
    if (!files.has(`${page}.json`)) findings.warning('app.json', `lists page ${page}, but ${page}.json is missing`)
  }
  for (const page of app.mainPages) {
    const root = packageRootOf(app, page)
    if (root !== '') findings.error('app.json', `main package lists ${page}, which lies in sub-package ${root}`)
  }
  if (!seen.has(app.entryPagePath)) findings.error('app.json', `entry page "${app.entryPagePath}" is not a page`)
}

/** Values of a variable in both themes; a plain value stands for itself, and a variable that is not set too. */
const inThemes = ({ theme }: AppConfig, value: string): readonly string[] => {
  if (!value.startsWith('@')) return [value]
  const name = value.slice(1)
  return [theme?.light[name] ?? value, theme?.dark[name] ?? value]
}

function checkTabBar(app: AppConfig, files: PackageFiles, findings: Findings): void {
  if (!app.tabBar) return
  const tabs = tabPaths(app)
  if (tabs.length < TAB_COUNT_MIN || tabs.length > TAB_COUNT_MAX) {
    findings.error('app.json', `tab bar has ${tabs.length} tabs, allowed are ${TAB_COUNT_MIN} to ${TAB_COUNT_MAX}`)
  }
  for (const tab of tabs) {
    if (!app.mainPages.includes(tab)) findings.error('app.json', `tab ${tab} is not a page of the main package`)
  }
  const icons = app.tabBar.list.flatMap((tab) => [tab.iconPath, tab.selectedIconPath])
  for (const icon of icons.flatMap((given) => (given === undefined ? [] : inThemes(app, given)))) {
    if (!files.has(icon)) findings.error('app.json', `tab icon ${icon} is missing`)
    else if (files.sizeBytes(icon) > TAB_ICON_LIMIT_BYTES) findings.error(icon, 'tab icon is over 40 KiB')
  }
}

function checkPreload(app: AppConfig, findings: Findings): void {
  const pages = new Set(listPages(app))
  const roots = new Set(app.subPackages.map((subPackage) => subPackage.root))
  for (const [page, rule] of Object.entries(app.preloadRule)) {
    if (!pages.has(page)) findings.error('app.json', `preload rule for ${page}, which is not a page`)
    for (const root of rule.packages ?? []) {
      if (!roots.has(root))
        findings.error('app.json', `preload rule of ${page} names ${root}, which is not a sub-package`)
    }
  }
}

function checkComponents(path: string, config: PageConfig, files: PackageFiles, findings: Findings): void {
  for (const [name, target] of Object.entries(config.usingComponents ?? {})) {
    if (target.includes('://')) continue
    const component = resolvePackagePath(path, target)
    for (const ending of ['js', 'json', 'wxml']) {
      if (!files.has(`${component}.${ending}`)) {
        findings.error(`${path}.json`, `uses component ${name}, but ${component}.${ending} is missing`)
      }
    }
  }
}
