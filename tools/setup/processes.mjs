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

/** The running process groups, to which signals are forwarded. */
const running = new Set()
let lastSignal = { name: '', at: -SAME_SIGNAL_MS }

function passOn(name) {
  const at = performance.now()
  if (lastSignal.name === name && at - lastSignal.at < SAME_SIGNAL_MS) return
  lastSignal = { name, at }
  if (running.size === 0) process.exit(128 + os.constants.signals[name])
  signalAll(name === 'SIGHUP' ? 'SIGTERM' : name)
}

function signalAll(name) {
  for (const group of running) {
    const { pid, graceMs } = group
    signalGroup(pid, name)
    if (graceMs !== undefined) setTimeout(() => running.has(group) && signalGroup(pid, 'SIGKILL'), graceMs).unref()
  }
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
  const stdio = ['ignore', 'pipe', 'pipe']
  const code = await launch(command, args, { ...options, stdio }, { graceMs, onOutput }).ended
  if (lastSignal.name) throw new SetupError('Interrupted.', 128 + os.constants.signals[lastSignal.name])
  return { code, output }
}

/** Runs the task in the terminal; returns its exit code. */
export const runTask = (root, context, args) => launchTask(root, context, args, 'inherit').ended

/** Starts the task in the terminal while the set-up goes on; it waits for a message that says that this is done. */
export function startTask(root, context, args) {
  const { child, ended } = launchTask(root, context, args, ['inherit', 'inherit', 'inherit', 'ipc'])
  /** Ends the task when the work fails, and the work when the task ends; each has told why. */
  const finish = async (work) => {
    const working = work()
    try {
      await Promise.race([working, ended])
    } catch (error) {
      signalAll('SIGTERM')
      await ended
      throw error
    }
    if (child.exitCode === null && child.signalCode === null) {
      if (child.connected) child.send('done')
      return
    }
    signalAll('SIGTERM')
    await working.catch(() => {})
  }
  return { ended, finish }
}

function launchTask(root, { node, env }, args, stdio) {
  const words = [...endWithParent(), node, ...args]
  // Compile cache, shared by all processes.
  const compiled = path.join(root, 'node_modules', '.cache', 'compiled')
  return launch(words[0], words.slice(1), {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: compiled,
      ...process.env,
      ...env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    },
    stdio,
  })
}

function launch(command, args, options, { graceMs, onOutput } = {}) {
  // Its own process group, so that signals reach it only through us.
  const child = spawn(command, args, { ...options, detached: true })
  const group = { pid: child.pid, graceMs }
  running.add(group)
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(group)
      reject(new SetupError(`${command} could not be run: ${error.message}`))
    })
    child.once('close', (code, signal) => {
      running.delete(group)
      signalGroup(child.pid, 'SIGTERM') // ends leftover processes too
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })
  return { child, ended }
}
