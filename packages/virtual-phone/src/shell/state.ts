const DEFAULT_VARIABLES: Readonly<Record<string, string>> = {
  PATH: '/product/bin:/system/bin:/system/xbin:/vendor/bin',
  HOME: '/',
  SHELL: '/system/bin/sh',
  USER: 'root',
  HOSTNAME: 'localhost',
  ANDROID_ROOT: '/system',
  ANDROID_DATA: '/data',
  EXTERNAL_STORAGE: '/sdcard',
  TMPDIR: '/data/local/tmp',
}

/** Variables, working folder and last exit code of one shell. */
export class ShellState {
  readonly variables: Map<string, string>
  workFolder: string
  lastExitCode: number
  /** `$1` and further. */
  positionals: readonly string[] = []

  constructor(
    variables: Iterable<readonly [string, string]> = Object.entries(DEFAULT_VARIABLES),
    workFolder = '/',
    lastExitCode = 0,
  ) {
    this.variables = new Map(variables)
    this.workFolder = workFolder
    this.lastExitCode = lastExitCode
  }

  copy(): ShellState {
    const copy = new ShellState(this.variables, this.workFolder, this.lastExitCode)
    copy.positionals = this.positionals
    return copy
  }

  getVariable(name: string): string {
    if (name === '?') return String(this.lastExitCode)
    if (name === '$') return '1000'
    if (name === '#') return String(this.positionals.length)
    if (name === '@' || name === '*') return this.positionals.join(' ')
    if (/^[1-9]/.test(name)) return this.positionals[Number(name) - 1] ?? ''
    if (name === '0') return 'sh'
    if (name === 'PWD') return this.workFolder
    return this.variables.get(name) ?? ''
  }
}

/** Thrown by `exit`. */
export class ShellExit extends Error {
  override name = 'ShellExit'
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`exit ${exitCode}`)
    this.exitCode = exitCode
  }
}

/** Thrown by `break` and `continue`. */
export class LoopExit extends Error {
  override name = 'LoopExit'
  readonly isBreak: boolean
  /** Loops that it leaves. */
  readonly levels: number

  constructor(isBreak: boolean, levels: number) {
    super(isBreak ? 'break' : 'continue')
    this.isBreak = isBreak
    this.levels = levels
  }
}
