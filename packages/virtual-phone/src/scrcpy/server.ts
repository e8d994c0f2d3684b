import type { ScrcpyContext, ScrcpyRun } from './door.ts'

/** Runs scrcpy's server with the words behind its class name: the version and `key=value` pairs. */
export function startScrcpyServer(context: ScrcpyContext, args: readonly string[]): ScrcpyRun {
  context.print(`[server] ERROR: not built yet: ${args.join(' ')}`)
  return { done: Promise.resolve(1), stop: () => {} }
}
