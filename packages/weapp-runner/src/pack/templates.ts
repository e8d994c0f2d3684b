import { TmplGroup } from 'glass-easel-template-compiler'
import { builtInTags } from '../built-in-tags.ts'
import type { Findings } from './finding.ts'
import { type PackageFiles, withoutEnding } from './package-files.ts'

interface TemplateMessage {
  readonly level: string
  readonly message: string
  readonly startLine: number
  readonly startColumn: number
}

export interface CompiledTemplates {
  /** A script expression that gives every template by its path. */
  readonly code: string
  readonly builtInAttributes: Record<string, string[]>
}

export function compileTemplates(files: PackageFiles, findings: Findings): CompiledTemplates {
  const group = new TmplGroup()
  const templates = files.withEnding('.wxml')
  for (const path of files.withEnding('.wxs')) group.addScript(withoutEnding(path), files.text(path))
  for (const path of templates) {
    const messages: readonly TemplateMessage[] = group.addTmpl(withoutEnding(path), files.text(path))
    for (const { level, message, startLine, startColumn } of messages) {
      const isError = level === 'Fatal' || level === 'Error'
      const place = `${path}:${startLine + 1}:${startColumn + 1}`
      findings[isError ? 'error' : 'warning'](place, message)
    }
  }
  for (const path of templates) checkDependencies(group, path, files, findings)
  return { code: group.getTmplGenObjectGroups(), builtInAttributes: collectBuiltInAttributes(files, templates) }
}

function checkDependencies(group: TmplGroup, path: string, files: PackageFiles, findings: Findings): void {
  const name = withoutEnding(path)
  for (const target of group.getDirectDependencies(name)) {
    if (!files.has(`${target}.wxml`)) findings.error(path, `imports ${target}.wxml, which is missing`)
  }
  for (const target of group.getScriptDependencies(name)) {
    if (!files.has(`${target}.wxs`)) findings.error(path, `uses ${target}.wxs, which is missing`)
  }
}

const START_TAG = /<([a-z][a-z-]*)\s((?:"[^"]*"|'[^']*'|[^>"'])*)>/g
const ATTRIBUTE = /(?:^|\s)([a-zA-Z][\w:-]*)/g
const NOT_A_PROPERTY = /^(bind|catch|capture-|mut-|wx:|model:|data-|mark:|generic:|id$|class$|style$|slot$|hidden$)/

/**
 * A component must declare every property that a template sets. WeChat's built-ins have far more of them than a
 * browser can honour, so the ones a build uses are declared from the build itself.
 */
function collectBuiltInAttributes(files: PackageFiles, templates: readonly string[]): Record<string, string[]> {
  const tags: ReadonlySet<string> = new Set(builtInTags)
  const found = new Map<string, Set<string>>()
  for (const path of templates) {
    for (const [, tag = '', attributes = ''] of files.text(path).matchAll(START_TAG)) {
      if (!tags.has(tag)) continue
      const names = found.get(tag) ?? new Set<string>()
      found.set(tag, names)
      for (const [, name = ''] of attributes.replace(/"[^"]*"|'[^']*'/g, '""').matchAll(ATTRIBUTE)) {
        if (!NOT_A_PROPERTY.test(name)) names.add(toCamelCase(name))
      }
    }
  }
  return Object.fromEntries([...found].map(([tag, names]) => [tag, [...names]]))
}

const toCamelCase = (name: string): string =>
  name.replace(/-([a-z0-9])/gi, (_match, letter: string) => letter.toUpperCase())
