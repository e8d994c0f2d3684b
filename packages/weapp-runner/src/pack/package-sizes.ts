import { type AppConfig, packageRootOf } from '../package-format.ts'
import type { Findings } from './finding.ts'
import type { PackageFiles } from './package-files.ts'

const MIB = 1024 * 1024
const PACKAGE_LIMIT_BYTES = 2 * MIB
const TOTAL_LIMIT_BYTES = 20 * MIB

/** WeChat's upload leaves these out. */
const isLeftOut = (path: string): boolean =>
  /\.(map|txt|md|ts)$/.test(path) || /^project(\.private)?\.config\.json$/.test(path)

/** Bytes of the main package (empty key) and of each sub-package (its root). */
export function packageSizesBytes(app: AppConfig, files: PackageFiles): Record<string, number> {
  const sizes: Record<string, number> = { '': 0 }
  for (const { root } of app.subPackages) sizes[root] = 0
  for (const path of files.paths) {
    if (isLeftOut(path)) continue
    const root = packageRootOf(app, path)
    sizes[root] = (sizes[root] ?? 0) + files.sizeBytes(path)
  }
  return sizes
}

export function checkSizes(sizes: Readonly<Record<string, number>>, findings: Findings): void {
  let totalBytes = 0
  for (const [root, sizeBytes] of Object.entries(sizes)) {
    totalBytes += sizeBytes
    if (sizeBytes > PACKAGE_LIMIT_BYTES)
      findings.error(root || 'main package', `is ${mib(sizeBytes)}, the limit is 2 MiB`)
  }
  if (totalBytes > TOTAL_LIMIT_BYTES) findings.error('all packages', `are ${mib(totalBytes)}, the limit is 20 MiB`)
}

const mib = (sizeBytes: number): string => `${(sizeBytes / MIB).toFixed(2)} MiB`
