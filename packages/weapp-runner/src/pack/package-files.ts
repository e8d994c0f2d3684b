import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The files of a build folder by their path inside it, with forward slashes. */
export class PackageFiles {
  readonly paths: readonly string[]
  private readonly known: ReadonlySet<string>
  private readonly root: string

  constructor(root: string) {
    this.root = root
    this.paths = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .toSorted()
    this.known = new Set(this.paths)
  }

  has(path: string): boolean {
    return this.known.has(path)
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8')
  }

  bytes(path: string): Buffer {
    return readFileSync(join(this.root, path))
  }

  sizeBytes(path: string): number {
    return statSync(join(this.root, path)).size
  }

  withEnding(ending: string): readonly string[] {
    return this.paths.filter((path) => path.endsWith(ending))
  }
}

export const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, '')
