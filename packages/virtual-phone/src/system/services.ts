/** Binder services that programs reach, and how a test takes them away. */
export class Services {
  /** False between `stop` and `start`. */
  isRunning = true
  #away: ReadonlySet<string> = new Set()
  #callsLeft = 0
  #refusalsLeft = Number.POSITIVE_INFINITY

  /**
   * `afterCalls`: answers that still come before the services are gone; 0 takes them away at once. `forCalls`: calls that
   * nobody answers before they are back, as after a restart of Android's system server.
   */
  takeAway(names: readonly string[], { afterCalls = 0, forCalls = Number.POSITIVE_INFINITY } = {}): void {
    this.#away = new Set(names)
    this.#callsLeft = afterCalls
    this.#refusalsLeft = forCalls
  }

  /** Counts as a call of the service; false when nobody answers. */
  use(name: string): boolean {
    if (!this.isRunning) return false
    if (this.#away.size === 0) return true
    if (this.#callsLeft > 0) {
      this.#callsLeft -= 1
      return true
    }
    if (!this.#away.has(name) || this.#refusalsLeft <= 0) return true
    this.#refusalsLeft -= 1
    return false
  }
}
