import type { PhoneScreen } from '../screen/types.ts'
import type { Packages } from './packages.ts'

/** Which class of an app was started last; an app that was opened by hand shows its launcher's entry. */
export class Activities {
  readonly #screen: PhoneScreen
  readonly #packages: Packages
  readonly #started = new WeakMap<object, string>()

  constructor(screen: PhoneScreen, packages: Packages) {
    this.#screen = screen
    this.#packages = packages
  }

  started(packageName: string, activity: string): void {
    const run = this.#screen.findRun(packageName)
    if (run !== null) this.#started.set(run, activity)
  }

  /** Component of the app's top activity. */
  shown(packageName: string = this.#screen.foregroundPackage): string {
    const run = this.#screen.findRun(packageName)
    const activity = run === null ? undefined : this.#started.get(run)
    return this.component(packageName, activity ?? this.mainOf(packageName))
  }

  mainOf(packageName: string): string {
    const found = this.#packages.find(packageName)
    return found?.mainActivity ?? found?.activities?.[0] ?? `${packageName}.MainActivity`
  }

  /** As `com.x/.Y`, or `com.x/org.z.Y` where the class is of another package. */
  component(packageName: string, activity: string): string {
    const isOwn = activity.startsWith(`${packageName}.`)
    return `${packageName}/${isOwn ? activity.slice(packageName.length) : activity}`
  }
}
