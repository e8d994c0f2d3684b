import { resolvePackagePath } from '../package-format.ts'
import { createGlobalObject, hiddenGlobals } from './module-scope.ts'

interface Module {
  exports: unknown
}

type Run = (require: (target: string) => unknown, module: Module, exports: unknown) => void

/** Runs the package's scripts the way WeChat does: CommonJS, and no browser in sight. */
export class ModuleLoader {
  private readonly modules = new Map<string, Module>()
  private readonly running: string[] = []
  private readonly global: object
  private readonly scripts: Readonly<Record<string, string>>
  private readonly hidden: readonly string[]

  constructor(scripts: Readonly<Record<string, string>>, additions: Readonly<Record<string, unknown>>) {
    this.scripts = scripts
    this.global = createGlobalObject(window, additions)
    this.hidden = hiddenGlobals(window).filter((name) => !(name in this.global))
  }

  /** Path of the script that is running now: what it registers belongs to that path. */
  get currentPath(): string {
    const path = this.running.at(-1)
    if (path === undefined) throw new Error('pages and components can only be registered while their script runs')
    return path
  }

  has(path: string): boolean {
    return path in this.scripts
  }

  load(path: string): unknown {
    const loaded = this.modules.get(path)
    if (loaded) return loaded.exports
    const source = this.scripts[path]
    if (source === undefined) throw new Error(`module '${path}.js' is not defined`)
    const module: Module = { exports: {} }
    this.modules.set(path, module)
    this.running.push(path)
    try {
      this.run(path, source, module)
    } finally {
      this.running.pop()
    }
    return module.exports
  }

  private run(path: string, source: string, module: Module): void {
    const names = Object.keys(this.global)
    // The outer function hides the browser; the inner one may be strict, where such parameter names are not allowed.
    const body = `return function (require, module, exports) {${source}\n}\n//# sourceURL=weapp:///${path}.js`
    const scope = new Function(...names, ...this.hidden, body) as (...globals: readonly unknown[]) => Run
    const run = scope(...Object.values(this.global))
    run((target) => this.load(this.resolve(path, target)), module, module.exports)
  }

  private resolve(from: string, target: string): string {
    const path = resolvePackagePath(from, target).replace(/\.js$/, '')
    return path in this.scripts ? path : `${path}/index` in this.scripts ? `${path}/index` : path
  }
}
