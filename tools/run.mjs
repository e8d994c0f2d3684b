// Entry of every npm script. Plain JavaScript for Node 20.19, since it runs before dependencies are installed.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureClientBuilt } from './setup/client-build.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { withSetupLock } from './setup/lock.mjs'
import { endWithNpm, runTask, SetupError, startTask } from './setup/processes.mjs'
import { shareTerminal } from './setup/progress.mjs'
import { findRuntime } from './setup/runtime.mjs'
import { ensureScrcpyServer } from './setup/scrcpy-server.mjs'
import { ensureSystemPackages } from './setup/system-packages.mjs'
import { findTask } from './setup/tasks.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const FIRST_START =
  'The first start takes one or two minutes: dependencies, then the web client, the console and the database side by side.\n'

async function main([name = '', ...args]) {
  const task = findTask(name)
  const words = [task.script, ...task.args, ...args]
  if (task.startsBesideBuilds && !existsSync(path.join(root, 'node_modules'))) process.stderr.write(FIRST_START)
  const run = await withSetupLock(root, async () => {
    const isInstalled = await ensureDependencies(root, { withDev: task.needsDevDependencies })
    const node = findRuntime(root)
    const env = task.needsSystemPackages ? await ensureSystemPackages(root) : {}
    const build = () => ensureClientBuilt(root, node, task.builds)
    const fetchServer = () => (isInstalled || task.needsScrcpyServer) && ensureScrcpyServer(root)
    if (task.startsBesideBuilds) {
      shareTerminal()
      const started = startTask(root, { node, env }, [...words, '--await-builds'])
      await started.finish(() => Promise.all([build(), fetchServer()]))
      return () => started.ended
    }
    await fetchServer()
    await build()
    return () => (task.script ? runTask(root, { node, env }, words) : 0)
  })
  return run()
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
