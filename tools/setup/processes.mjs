import { spawn, spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'

/** Printed as one sentence without a stack. */
export class SetupError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.name = 'SetupError'
    this.exitCode = exitCode
  }
}

/** Command prefix that ends the process when its parent dies; empty without `setpriv`. */
export function endWithParent(signal = 'TERM') {
  const words = ['setpriv', '--pdeathsig', signal, '--']
  return spawnSync(words[0], [...words.slice(1), 'true'], { stdio: 'ignore' }).status === 0 ? words : []
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Ctrl-C arrives twice, from the terminal and from npm; within this interval it counts once. */
const SAME_SIGNAL_MS = 1000
/** Grace period of a step, which is repeated next time if it is killed. */
const STEP_GRACE_MS = 3000
const OUTPUT_KEPT_CHARS = 20_000

/** The running process group, to which signals are forwarded. */
let current
let lastSignal = { name: '', at: -SAME_SIGNAL_MS }

function passOn(name) {
  const at = performance.now()
  if (lastSignal.name === name && at - lastSignal.at < SAME_SIGNAL_MS) return
  lastSignal = { name, at }
  if (!current) process.exit(128 + os.constants.signals[name])
  const { pid, graceMs } = current
  signalGroup(pid, name === 'SIGHUP' ? 'SIGTERM' : name)
  if (graceMs !== undefined) setTimeout(() => current?.pid === pid && signalGroup(pid, 'SIGKILL'), graceMs).unref()
}

for (const name of SIGNALS) process.on(name, passOn)

function signalGroup(pid, name) {
  try {
    process.kill(-pid, name)
  } catch (error) {
    // Exited already, or owned by root through sudo, which ends by itself.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}

/** Ends this process when npm is killed, which cannot forward a signal then. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && passOn('SIGTERM'), SAME_SIGNAL_MS + 100).unref()
}

/** Runs one step of the set-up and returns its output. */
export async function runStep(command, args, { graceMs = STEP_GRACE_MS, ...options } = {}) {
  let output = ''
  const onOutput = (chunk) => {
    output = (output + chunk).slice(-OUTPUT_KEPT_CHARS)
  }
  const code = await run(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, { graceMs, onOutput })
  if (lastSignal.name) throw new SetupError('Interrupted.', 128 + os.constants.signals[lastSignal.name])
  return { code, output }
}

/** Runs the task in the terminal; returns its exit code. */
export function runTask(root, { node, env }, args) {
  const words = [...endWithParent(), node, ...args]
  // Compile cache, shared by all processes.
  const compiled = path.join(root, 'node_modules', '.cache', 'compiled')
  return run(words[0], words.slice(1), {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: compiled,
      ...process.env,
      ...env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    },
    stdio: 'inherit',
  })
}

function run(command, args, options, { graceMs, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    // Its own process group, so that signals reach it only through us.
    const child = spawn(command, args, { ...options, detached: true })
    current = { pid: child.pid, graceMs }
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
    child.once('error', (error) => {
      current = undefined
      reject(new SetupError(`${command} could not be run: ${error.message}`))
    })
    child.once('close', (code, signal) => {
      current = undefined
      signalGroup(child.pid, 'SIGTERM') // ends leftover processes too
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })
}
