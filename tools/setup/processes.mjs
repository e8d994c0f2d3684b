import { spawn, spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'

/** A failure that is told in one clear sentence, without a stack. */
export class SetupError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.name = 'SetupError'
    this.exitCode = exitCode
  }
}

/** Words before a command that end it when its parent is killed; none where there is no `setpriv`. */
export function endWithParent() {
  const words = ['setpriv', '--pdeathsig', 'TERM', '--']
  return spawnSync(words[0], [...words.slice(1), 'true'], { stdio: 'ignore' }).status === 0 ? words : []
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Ctrl-C arrives twice, from the terminal and from npm; only a person's second one may count. */
const SAME_SIGNAL_MS = 1000
/** npm goes on with its downloads for minutes; a step that was cut off is begun anew next time. */
const STEP_GRACE_MS = 3000
const OUTPUT_KEPT_CHARS = 20_000

/** The process group that runs now, and how long it may take to end; signals are passed on to all of it. */
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
    // Gone already, or root's through sudo, which then ends by itself.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}

/** npm that is killed cannot pass anything on: end as if it had asked. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && passOn('SIGTERM'), SAME_SIGNAL_MS + 100).unref()
}

/** Runs one step of the set-up; what it prints is kept, and comes back for the message when it fails. */
export async function runStep(command, args, { graceMs = STEP_GRACE_MS, ...options } = {}) {
  let output = ''
  const onOutput = (chunk) => {
    output = (output + chunk).slice(-OUTPUT_KEPT_CHARS)
  }
  const code = await run(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, { graceMs, onOutput })
  if (lastSignal.name) throw new SetupError('Interrupted.', 128 + os.constants.signals[lastSignal.name])
  return { code, output }
}

/** Runs the task itself in the terminal and gives its exit code. */
export function runTask(root, { node, env }, args) {
  const words = [...endWithParent(), node, ...args]
  // A thousand modules need not be compiled again at each start, nor by each process of a test run.
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
    // A group of its own: a signal reaches it once and in the order that we choose.
    const child = spawn(command, args, { ...options, detached: true })
    current = { pid: child.pid, graceMs }
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
    child.once('error', (error) => {
      current = undefined
      reject(new SetupError(`${command} could not be run: ${error.message}`))
    })
    child.once('close', (code, signal) => {
      current = undefined
      signalGroup(child.pid, 'SIGTERM') // whatever it left running goes too
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })
}
