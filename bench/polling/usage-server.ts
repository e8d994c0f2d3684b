/**
 * The product's server with the usage log; with `without-storage`, the same route answers after session look-up and
 * validation without storing anything.
 */
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { usageLogRoutes } from '../../apps/server/src/modules/telemetry/usage-logs/index.ts'
import { bind } from '../../apps/server/src/platform/http/binding.ts'
import { openPlatform, serve } from '../load/product-server.ts'

const [, , storage] = process.argv.slice(2)
const platform = openPlatform()
const usage = storage === 'without-storage' ? [bind(saveUserUsageLog, async () => null)] : usageLogRoutes(platform)
await serve(platform, usage)
