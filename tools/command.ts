import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.dirname(import.meta.dirname)

/** Arguments that run an installed package's program with this Node. */
export const packageProgram = (file: string, ...args: string[]) => [path.join(root, 'node_modules', file), ...args]

export interface Outcome {
  code: number
  output: string
  seconds: number
}

export interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  /** Prints the output instead of collecting it. */
  isShown?: boolean
}

/** Runs a script with this Node and waits for its end. */
export function runNode(args: readonly string[], { env = {}, cwd = root, isShown = false }: RunOptions = {}) {
  const startedAt = performance.now()
  return new Promise<Outcome>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output, seconds: (performance.now() - startedAt) / 1000 }))
  })
}
