import { type AtRule, root as emptyRoot, parse, type Root } from 'postcss'
import parseSelectors, { type Root as SelectorRoot } from 'postcss-selector-parser'
import { builtInTags, elementNameOf } from '../built-in-tags.ts'
import { toBrowserUnits } from '../css-values.ts'
import { resolvePackagePath } from '../package-format.ts'
import type { Findings } from './finding.ts'
import type { PackageFiles } from './package-files.ts'

const knownTags: ReadonlySet<string> = new Set([...builtInTags, 'page'])

const renameTags = parseSelectors((selectors: SelectorRoot) => {
  selectors.walkTags((tag) => {
    if (knownTags.has(tag.value)) tag.value = elementNameOf(tag.value)
  })
})

/** A selector of the mini-program's world, for the elements that stand in the browser's page. */
export const translateSelector = (selector: string): string => renameTags.processSync(selector)

/** Reads a style sheet with everything it imports and translates selectors and units. */
export function translateStyleSheet(path: string, files: PackageFiles, findings: Findings): string {
  const root = readWithImports(path, files, findings, new Set())
  forEachStyleRule(root, (rule) => {
    rule.selector = translateSelector(rule.selector)
  })
  root.walkDecls((declaration) => {
    if (refersToLocalFile(declaration.value)) {
      findings.error(path, `${declaration.prop} refers to a file of the package, which style sheets cannot load`)
    }
    declaration.value = toBrowserUnits(declaration.value)
  })
  root.walkAtRules('media', (media) => {
    media.params = toBrowserUnits(media.params)
  })
  return root.toString()
}

/** Prefixes every class, so that a component's own sheet reaches only its own template. */
export function scopeStyleSheet(path: string, css: string, scope: string, findings: Findings): string {
  const root = parse(css)
  const scopeClasses = parseSelectors((selectors: SelectorRoot) => {
    selectors.walkClasses((name) => {
      name.value = `${scope}--${name.value}`
    })
    selectors.walk((node) => {
      if (node.type === 'tag' || node.type === 'id' || node.type === 'attribute') {
        findings.warning(path, `component style uses ${node.toString().trim()}: only class selectors are allowed there`)
      }
    })
  })
  forEachStyleRule(root, (rule) => {
    rule.selector = scopeClasses.processSync(rule.selector)
  })
  return root.toString()
}

function readWithImports(path: string, files: PackageFiles, findings: Findings, seen: Set<string>): Root {
  if (seen.has(path)) return emptyRoot()
  seen.add(path)
  let root: Root
  try {
    root = parse(files.text(path), { from: path })
  } catch (error) {
    findings.error(path, `not a style sheet: ${(error as Error).message}`)
    return emptyRoot()
  }
  root.walkAtRules('import', (rule) => {
    const target = importTarget(path, rule)
    if (target && files.has(target)) {
      rule.replaceWith(readWithImports(target, files, findings, seen))
    } else {
      findings.error(path, `imports ${rule.params}, which is missing`)
      rule.remove()
    }
  })
  return root
}

function importTarget(path: string, rule: AtRule): string | undefined {
  const named = /["']([^"']+)["']/.exec(rule.params)?.[1]
  return named === undefined ? undefined : resolvePackagePath(path, named)
}

function forEachStyleRule(root: Root, visit: (rule: { selector: string }) => void): void {
  root.walkRules((rule) => {
    const parent = rule.parent
    const isKeyframeStep = parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')
    if (!isKeyframeStep) visit(rule)
  })
}

const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))\s*\)/gi

const refersToLocalFile = (value: string): boolean =>
  [...value.matchAll(ADDRESS)].some(
    ([, double, single, bare]) => !/^(data:|https?:|#)/i.test(double ?? single ?? bare ?? ''),
  )
