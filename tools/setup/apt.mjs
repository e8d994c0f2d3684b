import { spawnSync } from 'node:child_process'
import { runStep } from './processes.mjs'
import { step } from './progress.mjs'

const RETRY_EVERY_MS = 3000
/** An interrupted apt run must be repaired by hand. */
const INSTALL_GRACE_MS = 120_000
const LOCK_PATIENCE_MS = 600_000

/** Installs Debian packages; returns the reason of a failure, empty on success. */
export async function installWithApt(packages) {
  const asRoot = rootPrefix()
  if (!asRoot) return 'neither root nor sudo without a password is available here'
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return 'there is no apt-get here'
  return step(`Installing ${packages.join(', ')} with apt-get`, async () => {
    const updated = await apt(asRoot, ['update'])
    // A failed update is ignored: an old package list often still works.
    const available = packages.filter((name) => isAvailable(name))
    if (available.length === 0) return `apt-get does not know ${packages.join(', ')}${reasonOf(updated)}`
    const installed = await apt(asRoot, ['install', '--yes', '--no-install-recommends', ...available])
    return installed.code === 0 ? '' : `apt-get failed${reasonOf(installed)}`
  })
}

function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined
}

/** Known to apt and not a transitional snap package. */
function isAvailable(name) {
  const { stdout = '' } = spawnSync('apt-cache', ['show', '--no-all-versions', name], { encoding: 'utf8' })
  return stdout.includes(`Package: ${name}\n`) && !/transitional package.*snap/i.test(stdout)
}

async function apt(asRoot, args) {
  const words = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
  const deadline = performance.now() + LOCK_PATIENCE_MS
  for (;;) {
    const result = await runStep(words[0], words.slice(1), { cwd: '/', graceMs: INSTALL_GRACE_MS })
    const isLocked = result.code !== 0 && /could not get lock|unable to (acquire|lock)/i.test(result.output)
    if (!isLocked || performance.now() > deadline) return result
    await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
  }
}

function reasonOf({ code, output }) {
  const line = output.split('\n').findLast((text) => text.startsWith('E: '))
  return code !== 0 && line ? ` (${line.slice(3)})` : ''
}
