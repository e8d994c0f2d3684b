// Entry of every npm script. Plain JavaScript for Node 20.19, since it runs before dependencies are installed.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureClientBuilt } from './setup/client-build.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { withSetupLock } from './setup/lock.mjs'
import { endWithNpm, runTask, SetupError } from './setup/processes.mjs'
import { findRuntime } from './setup/runtime.mjs'
import { ensureScrcpyServer } from './setup/scrcpy-server.mjs'
import { ensureSystemPackages } from './setup/system-packages.mjs'
import { findTask } from './setup/tasks.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

async function main([name = '', ...args]) {
  const task = findTask(name)
  const context = await withSetupLock(root, async () => {
    const isInstalled = await ensureDependencies(root, { withDev: task.needsDevDependencies })
    const node = findRuntime(root)
    const env = task.needsSystemPackages ? await ensureSystemPackages(root) : {}
    if (isInstalled || task.needsScrcpyServer) await ensureScrcpyServer(root)
    await ensureClientBuilt(root, node, task.builds)
    return { node, env }
  })
  return task.script ? runTask(root, context, [task.script, ...task.args, ...args]) : 0
}

endWithNpm()
process.chdir(root)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
