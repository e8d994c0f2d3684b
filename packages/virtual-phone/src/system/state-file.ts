import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** JSON file that is replaced atomically. */
export class StateFile<Value extends object> {
  readonly value: Value
  readonly #file: string

  /** Fields that the file lacks come from `initial`: it may be from an older version. */
  constructor(file: string, initial: Value) {
    this.#file = file
    this.value = { ...initial, ...readJson(file) }
  }

  /** Changes the value and returns when the change is kept. */
  update(change: (value: Value) => void): void {
    change(this.value)
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.value), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }
}

function readJson(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
