import path from 'node:path'
import { runNode } from '../command.ts'
import { ensureDependencies } from '../setup/dependencies.mjs'

/**
 * `node tools/run.mjs mutation`: changes the contract's rules one by one and counts the changes that no test notices.
 * Words behind it go to Stryker, for example `--mutate packages/contract/src/coupon/scope.ts`. It has packages of its own
 * because they need another Babel than the client does.
 */
const here = import.meta.dirname
const stryker = path.join(here, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')

await ensureDependencies(here)
const words = ['run', path.join(here, 'stryker.config.json'), ...process.argv.slice(2)]
const { code } = await runNode([stryker, ...words], { isShown: true })
process.exitCode = code
