/** Binder services that programs reach, and how a test takes them away. */
export class Services {
  #away: ReadonlySet<string> = new Set()
  #callsLeft = 0

  /** Answers that still come before the services are gone: 0 takes them away at once. */
  takeAway(names: readonly string[], { afterCalls = 0 } = {}): void {
    this.#away = new Set(names)
    this.#callsLeft = afterCalls
  }

  /** Counts as a call of the service; false when nobody answers. */
  use(name: string): boolean {
    if (this.#away.size === 0) return true
    if (this.#callsLeft > 0) {
      this.#callsLeft -= 1
      return true
    }
    return !this.#away.has(name)
  }
}
