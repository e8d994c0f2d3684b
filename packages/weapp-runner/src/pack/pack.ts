import type { PackedApp } from '../package-format.ts'
import { normaliseAppConfig, readConfigs } from './app-config.ts'
import { type Finding, Findings } from './finding.ts'
import { PackageFiles, withoutEnding } from './package-files.ts'
import { checkSizes, packageSizesBytes } from './package-sizes.ts'
import { checkStructure } from './structure-findings.ts'
import { compileTemplates } from './templates.ts'
import { scopeStyleSheet, translateStyleSheet } from './wxss.ts'

export interface PackResult {
  readonly app: PackedApp
  /** A script expression that gives every compiled template by its path. */
  readonly templates: string
  readonly findings: readonly Finding[]
  readonly sizesBytes: Readonly<Record<string, number>>
  readonly files: PackageFiles
}

/** Translates a mini-program build folder and reports what WeChat would hold against it. */
export function pack(dist: string): PackResult {
  const files = new PackageFiles(dist)
  const findings = new Findings()
  for (const path of ['app.json', 'app.js']) {
    if (!files.has(path)) throw new Error(`${dist} is not a mini-program build: ${path} is missing`)
  }

  const { app: rawApp = {}, ...configs } = readConfigs(files, findings)
  const app = normaliseAppConfig(rawApp, configs)
  checkStructure(app, configs, files, findings)
  const sizesBytes = packageSizesBytes(app, files)
  checkSizes(sizesBytes, findings)

  const scripts = Object.fromEntries(files.withEnding('.js').map((path) => [withoutEnding(path), files.text(path)]))
  const { styles, styleScopes } = packStyles(configs, files, findings)
  const { code, builtInAttributes } = compileTemplates(files, findings)
  return {
    app: { app, configs, scripts, styles, styleScopes, builtInAttributes },
    templates: code,
    findings: findings.all,
    sizesBytes,
    files,
  }
}

function packStyles(
  configs: Readonly<Record<string, { readonly component?: boolean }>>,
  files: PackageFiles,
  findings: Findings,
): { styles: Record<string, string>; styleScopes: Record<string, string> } {
  const styles: Record<string, string> = {}
  const styleScopes: Record<string, string> = {}
  for (const path of files.withEnding('.wxss')) {
    const name = withoutEnding(path)
    const css = translateStyleSheet(path, files, findings)
    if (configs[name]?.component) {
      const scope = `c${Object.keys(styleScopes).length}`
      styleScopes[name] = scope
      styles[name] = scopeStyleSheet(path, css, scope, findings)
    } else {
      styles[name] = css
    }
  }
  return { styles, styleScopes }
}
