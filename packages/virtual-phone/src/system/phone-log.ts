export const LOG_LEVELS = ['V', 'D', 'I', 'W', 'E', 'F'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogEntry {
  at: Date
  pid: number
  level: LogLevel
  tag: string
  message: string
}

const MAX_ENTRIES = 5000

/** Android's main log: the newest entries, and whoever follows it. */
export class PhoneLog {
  readonly #now: () => Date
  readonly #listeners = new Set<(entry: LogEntry) => void>()
  #entries: LogEntry[] = []

  constructor(now: () => Date) {
    this.#now = now
  }

  add(level: LogLevel, tag: string, message: string, pid = 640): void {
    for (const line of message.split('\n')) {
      const entry = { at: this.#now(), pid, level, tag, message: line }
      this.#entries = [...this.#entries.slice(1 - MAX_ENTRIES), entry]
      for (const listener of this.#listeners) listener(entry)
    }
  }

  entries(): readonly LogEntry[] {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }

  follow(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
