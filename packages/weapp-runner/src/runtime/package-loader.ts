import { type AppConfig, listPages, type PackedApp, packageRootOf } from '../package-format.ts'
import type { ModuleLoader } from './module-loader.ts'

/**
 * Runs the scripts of a package when its first page is opened: all of its components and pages, or only the page that
 * is asked for when the program says so.
 */
export class PackageLoader {
  private readonly loadedRoots = new Set<string>()
  private readonly packed: PackedApp
  private readonly modules: ModuleLoader

  constructor(packed: PackedApp, modules: ModuleLoader) {
    this.packed = packed
    this.modules = modules
  }

  /** Makes a page ready to be opened. */
  require(page: string): void {
    this.requirePackage('')
    this.requirePackage(packageRootOf(this.app, page))
    this.modules.load(page)
  }

  private get app(): AppConfig {
    return this.packed.app
  }

  private requirePackage(root: string): void {
    if (this.loadedRoots.has(root)) return
    this.loadedRoots.add(root)
    for (const path of this.componentsIn(root)) this.modules.load(path)
    if (this.app.lazyCodeLoading === 'requiredComponents') return
    for (const page of listPages(this.app)) {
      if (packageRootOf(this.app, page) === root) this.modules.load(page)
    }
  }

  private componentsIn(root: string): readonly string[] {
    return Object.entries(this.packed.configs)
      .filter(([path, config]) => config.component && packageRootOf(this.app, path) === root && this.modules.has(path))
      .map(([path]) => path)
  }
}
