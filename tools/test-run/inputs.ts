import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashFile } from '../source-hash.ts'

const TEST = /\.test\.tsx?$/
const SCRIPT = /\.(?:tsx?|mjs|js)$/
/** `from '…'`, `import '…'`, `import('…')`, `new URL('…', …)`. */
const IMPORT = /(?:\bfrom|\bimport|\bURL)\s*\(?\s*['"]([^'"\n]+)['"]/g
/** The module may read files, or start programs that do. */
const READS_MORE =
  /node:(?:fs|child_process|worker_threads|module)|import\.meta\.(?:url|dirname|filename|glob)|process\.cwd|__dirname|playwright|from 'vite'|\bimport\((?!['"])/
/** Ends of a name that are not written, the platforms' leaves included. */
const ENDS = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']
const PLATFORM_ENDS = ['.h5.ts', '.h5.tsx', '.weapp.ts', '.weapp.tsx']

/** Settings and tools: they count for every test. */
const isCommon = (file: string): boolean =>
  !TEST.test(file) &&
  !file.endsWith('.md') &&
  (!file.includes('/') || file.startsWith('tools/') || /^[^/]+\/[^/]+\/(?:package|tsconfig[\w.]*)\.json$/.test(file))

/** Areas that a test on the embedded database never reads, unless something that it imports names them. */
const FAR_FROM_DATABASES = ['apps/client/', 'apps/console/', 'bench/', 'docs/', 'tests/']

const namesArea = (text: string, area: string): boolean => {
  const folder = path.basename(area)
  return [area, `'${folder}'`, `../${folder}/`].some((name) => text.includes(name))
}

interface Module {
  /** Files that it imports. */
  found: readonly string[]
  readsMore: boolean
  /** Far areas that its text names. */
  names: ReadonlySet<string>
}

interface Inputs {
  /** Modules of the checkout that the test imports, itself included. */
  modules: ReadonlySet<string>
  /** It may depend on files that it does not import, or on what cannot be told. */
  readsMore: boolean
}

/** What the outcome of each test file depends on; `sources` are all files of the checkout. */
export class TestInputs {
  readonly #root: string
  readonly #sources: readonly string[]
  readonly #known: ReadonlySet<string>
  readonly #hashes = new Map<string, string>()
  readonly #imports = new Map<string, Module>()
  readonly #checkouts = new Map<string, string>()
  readonly #common: string

  /** `tools` describes what is not in the checkout: Node, installed packages, Chromium, the environment. */
  constructor(root: string, sources: readonly string[], tools: string) {
    this.#root = root
    this.#sources = sources
    this.#known = new Set(sources)
    this.#common = this.#digest(tools, sources.filter(isCommon))
  }

  inputsOf(testFile: string): Inputs {
    const modules = new Set([testFile])
    let readsMore = false
    for (const file of modules) {
      const { found, readsMore: doesMore } = this.#read(file)
      readsMore ||= doesMore
      for (const each of found) modules.add(each)
    }
    return { modules, readsMore }
  }

  /** The same as long as nothing has changed that could change the outcome. In doubt that is the whole checkout. */
  keyOf(testFile: string, project: string): string {
    const { modules, readsMore } = this.inputsOf(testFile)
    const own = [...modules].toSorted()
    if (!readsMore) return this.#digest(this.#common, own)
    const far = project === 'database' ? FAR_FROM_DATABASES.filter((area) => !this.#isNamed(area, modules)) : []
    return this.#digest(this.#checkoutWithout(far), own)
  }

  /** All files but tests and those of some areas. */
  #checkoutWithout(far: readonly string[]): string {
    const name = far.join()
    const isUsed = (file: string) => !(TEST.test(file) || far.some((area) => file.startsWith(area)))
    const digest = this.#checkouts.get(name) ?? this.#digest(this.#common, this.#sources.filter(isUsed))
    this.#checkouts.set(name, digest)
    return digest
  }

  #isNamed(area: string, modules: ReadonlySet<string>): boolean {
    return [...modules].some((module) => this.#read(module).names.has(area))
  }

  #read(file: string): Module {
    const known = this.#imports.get(file)
    if (known) return known
    const text = SCRIPT.test(file) ? readFileSync(path.join(this.#root, file), 'utf8') : ''
    const targets = [...text.matchAll(IMPORT)]
      .map(([, name = '']) => name)
      .filter((name) => /^(?:\.|@yunji\/)/.test(name))
    const found = targets.map((name) => this.#resolve(file, name))
    const read = {
      found: found.flat(),
      readsMore: READS_MORE.test(text) || found.some((files) => files.length === 0),
      names: new Set(FAR_FROM_DATABASES.filter((area) => namesArea(text, area))),
    }
    this.#imports.set(file, read)
    return read
  }

  /** No file when the name means none of the checkout. */
  #resolve(from: string, name: string): string[] {
    const [, folder, inside = 'index'] = /^@yunji\/([^/]+)(?:\/(.+))?$/.exec(name) ?? []
    const place = folder ? `packages/${folder}/src/${inside}` : path.posix.join(path.posix.dirname(from), name)
    const exact = ENDS.map((end) => place + end).find((file) => this.#known.has(file))
    const leaves = PLATFORM_ENDS.map((end) => place + end).filter((file) => this.#known.has(file))
    return exact === undefined ? leaves : [exact, ...leaves]
  }

  #digest(beginning: string, files: readonly string[]): string {
    const hash = createHash('sha256').update(beginning)
    for (const file of files) {
      const content = this.#hashes.get(file) ?? hashFile(path.join(this.#root, file))
      this.#hashes.set(file, content)
      hash.update(`${file}\0${content}\n`)
    }
    return hash.digest('hex')
  }
}
