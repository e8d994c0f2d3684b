import { type AppConfig, listPages, type PackedApp, packageRootOf } from '../package-format.ts'
import type { ModuleLoader } from './module-loader.ts'
import type { Recorder } from './recorder.ts'

/**
 * Runs the scripts of a package when its first page is opened: all of its components and pages, or only the page that
 * is asked for when the program says so.
 */
export class PackageLoader {
  private readonly loadedRoots = new Set<string>()
  private readonly packed: PackedApp
  private readonly modules: ModuleLoader
  private readonly recorder: Recorder

  constructor(packed: PackedApp, modules: ModuleLoader, recorder: Recorder) {
    this.packed = packed
    this.modules = modules
    this.recorder = recorder
  }

  /** Makes a page ready to be opened. */
  require(page: string): void {
    this.requirePackage('')
    this.requirePackage(packageRootOf(this.app, page))
    this.run(page)
  }

  private get app(): AppConfig {
    return this.packed.app
  }

  private requirePackage(root: string): void {
    if (this.loadedRoots.has(root)) return
    this.loadedRoots.add(root)
    for (const path of this.componentsIn(root)) this.run(path)
    if (this.app.lazyCodeLoading === 'requiredComponents') return
    for (const page of listPages(this.app)) {
      if (packageRootOf(this.app, page) === root) this.run(page)
    }
  }

  /** One script that breaks does not keep the others from running. */
  private run(path: string): void {
    try {
      this.modules.load(path)
    } catch (error) {
      this.recorder.error(`${path}.js`, error)
    }
  }

  private componentsIn(root: string): readonly string[] {
    return Object.entries(this.packed.configs)
      .filter(([path, config]) => config.component && packageRootOf(this.app, path) === root && this.modules.has(path))
      .map(([path]) => path)
  }
}
