import path from 'node:path'
import { runNode } from '../command.ts'
import { ensureDependencies } from '../setup/dependencies.mjs'
import { plantFaults } from './planted.ts'
import { mutateServer } from './server.ts'

/**
 * `node tools/run.mjs mutation`: changes the contract's rules one by one and counts the changes that no test notices.
 * `node tools/run.mjs mutation server` does so with the server's money and rights, `mutation server ledger refunds` with
 * two modules of them. Words behind it go to Stryker, for example `--mutate packages/contract/src/commerce/coupon/scope.ts`. It has
 * packages of its own because they need another Babel than the client does. `mutation planted` plants the twenty faults of
 * `planted.ts`, or those whose numbers follow.
 */
const here = import.meta.dirname
const stryker = path.join(here, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')

const [target, ...words] = process.argv.slice(2)
if (target !== 'planted') await ensureDependencies(here)
if (target === 'planted') {
  process.exitCode = (await plantFaults(words)) ? 0 : 1
} else if (target === 'server') {
  process.exitCode = await mutateServer(stryker, words)
} else {
  const further = target === undefined || target === 'contract' ? words : [target, ...words]
  const config = path.join(here, 'stryker.config.json')
  process.exitCode = (await runNode([stryker, 'run', config, ...further], { isShown: true })).code
}
